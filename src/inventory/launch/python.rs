//! Python and its launchers: uvx, uv, pipx, python -m, and the runners of projects.

use super::listening;
use super::walk::Walk;
use super::{Ecosystem, Location, Program, args, spec, words};
use crate::inventory::Redacted;

pub(super) fn is_launcher(key: &str) -> bool {
    is_python(key)
        || matches!(
            key,
            "uvx"
                | "uv"
                | "pipx"
                | "poetry"
                | "pdm"
                | "hatch"
                | "rye"
                | "pixi"
                | "pipenv"
                | "conda"
                | "mamba"
                | "micromamba"
                | "fastmcp"
                | "mcp"
        )
}

fn is_python(key: &str) -> bool {
    ["python", "pypy", "py"].iter().any(|name| {
        key.strip_prefix(name).is_some_and(|rest| {
            rest.bytes()
                .all(|b| b.is_ascii_digit() || b == b'.' || b == b'w')
        })
    })
}

const UV_VALUED: &str = "\
--from --with --with-editable --with-requirements -p --python --directory --project --extra \
--group --only-group --no-group --package --env-file --index --index-url -i --default-index \
--extra-index-url --find-links -f --config-file --cache-dir --color --refresh-package -P \
--upgrade-package --reinstall-package --resolution --prerelease --exclude-newer --link-mode \
-c --constraints --constraint --overrides --override --python-platform --no-extra \
--index-strategy --keyring-provider -C --config-setting -b --build-constraint \
--no-build-isolation-package --allow-insecure-host -w";

/// Reads a launcher of the Python world.
pub(super) fn read(walk: &mut Walk<'_, '_>, head: &str, key: &str, rest: &[String]) -> bool {
    match key {
        "uvx" => uvx(walk, rest),
        "uv" => uv(walk, rest),
        "pipx" => pipx(walk, rest),
        "poetry" | "pdm" | "hatch" | "rye" | "pixi" | "pipenv" | "conda" | "mamba"
        | "micromamba" => {
            runner(walk, key, rest);
        }
        "fastmcp" | "mcp" => match rest.split_first() {
            Some((verb, rest)) if verb == "run" || verb == "dev" => {
                let options = walk.launcher_options(
                    rest,
                    "--with --with-editable -f --env-file --transport -t --host --port -p",
                );
                if let Some((file, rest)) = options.rest.split_first() {
                    let file = file
                        .rsplit_once(':')
                        .filter(|(path, _)| path.len() > 1)
                        .map_or(file.as_str(), |(path, _)| path);
                    walk.script(&format!("{key} run"), file, rest);
                }
                let before = rest.len() - options.rest.len();
                listening::listen(walk, &rest[..before]);
            }
            _ => return false,
        },
        _ if is_python(key) => python(walk, &words::base(head), rest),
        _ => return false,
    }
    true
}

/// `uvx [options] package args`.
fn uvx(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let options = walk.launcher_options(rest, UV_VALUED);
    match (options.value(&["--from"]), options.rest.split_first()) {
        (Some(from), binary) => {
            let rest = binary.map_or(&[][..], |(_, rest)| rest);
            walk.fetched(Ecosystem::Pypi, from, rest);
        }
        (None, Some((package, rest))) if is_python(package) => python(walk, package, rest),
        (None, Some((package, rest))) => walk.fetched(Ecosystem::Pypi, package, rest),
        (None, None) => {}
    }
}

fn uv(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let options = walk.launcher_options(rest, UV_VALUED);
    let mut folder = options.value(&["--directory", "--project"]);
    let Some((verb, rest)) = options.rest.split_first() else {
        return;
    };
    match (verb.as_str(), rest.split_first()) {
        ("tool", Some((run, rest))) if run == "run" => uvx(walk, rest),
        ("x", _) => uvx(walk, rest),
        ("run", _) => {
            let options = walk.launcher_options(rest, UV_VALUED);
            folder = options.value(&["--directory", "--project"]).or(folder);
            if let Some(folder) = folder {
                walk.cwd = Some(folder.to_owned());
            }
            if options.has(&["-m", "--module"]) {
                module(walk, "uv run", options.rest);
                return;
            }
            let with: Vec<&str> = options
                .list
                .iter()
                .filter(|option| option.name == "--with")
                .filter_map(|option| option.value)
                .collect();
            uv_run(walk, options.rest, &with);
        }
        _ => {
            walk.launch.program = Program::Unknown;
            args::read(walk, rest);
        }
    }
}

/// `uv run x`: a script, a tool, a program of a `--with` package, or an entry point of the project.
fn uv_run(walk: &mut Walk<'_, '_>, rest: &[String], with: &[&str]) {
    let Some((head, after)) = rest.split_first() else {
        return;
    };
    let key = words::key(head);
    if words::has_extension(head, "py") || words::has_extension(head, "pyw") {
        walk.script("uv run", head, after);
    } else if is_launcher(&key) || super::npm::is_launcher(&key) {
        walk.run(rest);
    } else if head.contains(['/', '\\']) {
        walk.script("uv run", head, after);
    } else {
        let source = with.iter().map(|package| spec::pypi(package)).find(|source| {
            matches!(source, spec::Source::Registry { name, .. }
                if crate::catalog::normal_name("pypi", name) == crate::catalog::normal_name("pypi", head))
        });
        match source {
            Some(source) => walk.source(Ecosystem::Pypi, source, after),
            None => walk.task("uv run", head, after),
        }
    }
}

fn pipx(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let Some((verb, rest)) = rest.split_first() else {
        return;
    };
    if verb != "run" {
        walk.launch.program = Program::Unknown;
        return;
    }
    let options = walk.launcher_options(rest, "--spec --python --pip-args --index-url -i --with");
    let Some((package, rest)) = options.rest.split_first() else {
        return;
    };
    let package = options.value(&["--spec"]).unwrap_or(package);
    walk.fetched(Ecosystem::Pypi, package, rest);
}

/// `poetry run x`, `conda run -n env x`.
fn runner(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) {
    let valued = "\
-C --directory -P --project -p -n --name --prefix -e --environment --manifest-path";
    let options = walk.launcher_options(rest, valued);
    if let Some(folder) = options.value(&["-C", "--directory", "--project"]) {
        walk.cwd = Some(folder.to_owned());
    }
    match options.rest.split_first() {
        Some((verb, rest)) if verb == "run" || verb == "exec" => {
            let options = walk.launcher_options(rest, valued);
            if let Some((head, rest)) = options.rest.split_first() {
                let name = words::key(head);
                if is_launcher(&name) || super::npm::is_launcher(&name) {
                    walk.run(options.rest);
                } else if words::has_extension(head, "py") {
                    walk.script(&format!("{key} run"), head, rest);
                } else {
                    walk.task(&format!("{key} run"), head, rest);
                }
            }
        }
        _ => args::read(walk, options.rest),
    }
}

/// `python [options] script`, `python -m module`.
fn python(walk: &mut Walk<'_, '_>, runtime: &str, rest: &[String]) {
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        match word.as_str() {
            "-m" => {
                module(walk, runtime, &rest[at + 1..]);
                return;
            }
            "-c" => {
                walk.inline_code(&rest[at + 1..]);
                return;
            }
            "-W" | "-X" | "--check-hash-based-pycs" => at += 2,
            _ if word.starts_with("-m") && word.len() > 2 => {
                let mut line = vec![word[2..].to_owned()];
                line.extend_from_slice(&rest[at + 1..]);
                module(walk, runtime, &line);
                return;
            }
            _ if word.starts_with('-') && word.len() > 1 => at += 1,
            _ => break,
        }
    }
    if let Some((script, rest)) = rest.get(at..).and_then(<[String]>::split_first) {
        walk.script(runtime, script, rest);
    }
}

fn module(walk: &mut Walk<'_, '_>, runtime: &str, rest: &[String]) {
    let Some((module, rest)) = rest.split_first() else {
        return;
    };
    match module.as_str() {
        "uv" => return uv(walk, rest),
        "pipx" => return pipx(walk, rest),
        _ => {}
    }
    let top = module.split('.').next().unwrap_or_default();
    walk.launch.program = Program::Script {
        runtime: Redacted::name(runtime),
        name: Redacted::name(module),
        location: Location::SearchPath,
    };
    walk.know("pypi", top);
    if !super::bridges::read(walk, &top.replace('_', "-"), rest) {
        args::read(walk, rest);
    }
}
