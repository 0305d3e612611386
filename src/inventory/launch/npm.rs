//! Node and its launchers: npx, npm, pnpm, yarn, bun, deno, tsx.

use super::lexer;
use super::walk::Walk;
use super::{Ecosystem, Pin, Program, args, shells, spec, words};
use crate::inventory::{MarkLevel, Redacted};

pub(super) fn is_launcher(key: &str) -> bool {
    matches!(
        key,
        "npx"
            | "npm"
            | "pnpm"
            | "pnpx"
            | "yarn"
            | "yarnpkg"
            | "bunx"
            | "bun"
            | "node"
            | "nodejs"
            | "deno"
            | "tsx"
            | "ts-node"
            | "ts-node-esm"
            | "corepack"
            | "volta"
            | "fnm"
            | "nodemon"
    )
}

const NPX_VALUED: &str = "\
-p --package -c --call --registry --prefix --cache --loglevel -w --workspace --node-options \
--userconfig --node-arg -n --script-shell -C --dir --filter -F --cwd --before";

/// Reads a launcher of the Node world.
pub(super) fn read(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) -> bool {
    match key {
        "npx" | "pnpx" | "bunx" => fetch(walk, rest),
        "npm" | "pnpm" | "yarn" | "yarnpkg" | "bun" => manager(walk, key, rest),
        "node" | "nodejs" => node(walk, key, rest),
        "deno" => deno(walk, rest),
        "tsx" | "ts-node" | "ts-node-esm" | "nodemon" => {
            let options =
                walk.launcher_options(rest, "--tsconfig -r --import --require -P --project");
            let rest = match options.rest.split_first() {
                Some((watch, rest)) if watch == "watch" => rest,
                _ => options.rest,
            };
            file(walk, key, rest);
        }
        "corepack" => walk.run(rest),
        "volta" | "fnm" => {
            let at = rest
                .iter()
                .position(|word| word == "run" || word == "exec" || word == "--");
            let line = at.map_or(rest, |at| &rest[at + 1..]);
            let options = walk.launcher_options(line, "--using --node --npm --yarn");
            walk.run(options.rest);
        }
        _ => return false,
    }
    true
}

/// `npx [options] package args`.
fn fetch(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let options = walk.launcher_options(rest, NPX_VALUED);
    if let Some(line) = options.value(&["-c", "--call"]) {
        shells::string(walk, "npx -c", line, lexer::Style::Posix);
        return;
    }
    let package = options.value(&["-p", "--package"]);
    match (package, options.rest.split_first()) {
        (Some(package), binary) => {
            let rest = binary.map_or(&[][..], |(_, rest)| rest);
            walk.fetched(Ecosystem::Npm, package, rest);
        }
        (None, Some((package, rest))) if is_tool(package) => {
            // `npx tsx x.ts` starts the script; the tool is a runtime.
            let mut line = vec![bare(package)];
            line.extend_from_slice(rest);
            walk.run(&line);
        }
        (None, Some((package, rest))) => walk.fetched(Ecosystem::Npm, package, rest),
        (None, None) => {}
    }
}

fn is_tool(package: &str) -> bool {
    matches!(
        bare(package).as_str(),
        "tsx"
            | "ts-node"
            | "node"
            | "nodemon"
            | "cross-env"
            | "dotenv"
            | "dotenvx"
            | "@dotenvx/dotenvx"
            | "env-cmd"
    )
}

/// A package name without its version.
fn bare(package: &str) -> String {
    match spec::npm(package) {
        spec::Source::Registry { name, .. } => name,
        _ => package.to_owned(),
    }
}

/// `npm exec`, `npm run`, `pnpm dlx`, `yarn dlx`, `bun x`, `bun run`.
fn manager(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) {
    let options = walk.launcher_options(rest, NPX_VALUED);
    if let Some(folder) = options.value(&["--prefix", "-C", "--dir", "--cwd"]) {
        walk.cwd = Some(folder.to_owned());
    }
    let Some((verb, rest)) = options.rest.split_first() else {
        return;
    };
    match (key, verb.as_str()) {
        ("npm", "exec" | "x") | ("pnpm" | "yarn", "dlx") | ("bun", "x") => fetch(walk, rest),
        ("pnpm" | "yarn", "exec") | ("yarn", "node") => {
            let options = walk.launcher_options(rest, NPX_VALUED);
            if verb == "node" {
                node(walk, "node", options.rest);
            } else {
                walk.run(options.rest);
            }
        }
        (_, "run" | "run-script" | "rum" | "urn") => {
            let options = walk.launcher_options(rest, NPX_VALUED);
            let Some((task, rest)) = options.rest.split_first() else {
                return;
            };
            if key == "bun" && is_script(task) {
                walk.script("bun", task, rest);
            } else {
                walk.task(&format!("{key} run"), task, rest);
            }
        }
        ("bun", file) if is_script(file) => walk.script("bun", file, rest),
        ("npm", "start" | "test" | "stop" | "restart") => walk.task(key, verb, rest),
        ("npm", _) => {
            walk.launch.program = Program::Unknown;
            args::read(walk, rest);
        }
        // `yarn x`, `pnpm x` and `bun x` run a task of the project.
        (_, task) => walk.task(key, task, rest),
    }
}

fn is_script(word: &str) -> bool {
    let lower = word.to_lowercase();
    [".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx"]
        .iter()
        .any(|end| lower.ends_with(end))
        || word.contains('/') && !word.starts_with('@')
}

const NODE_VALUED: &str = "\
-r --require --import --loader --experimental-loader -C --conditions --env-file \
--env-file-if-exists --max-old-space-size --title --icu-data-dir --openssl-config";

fn node(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) {
    if rest.iter().any(|word| word.starts_with("--inspect")) {
        walk.mark(
            MarkLevel::Warning,
            "debugger port: any local process can run code",
        );
    }
    let options = walk.launcher_options(rest, NODE_VALUED);
    if options.has(&["-e", "--eval", "-p", "--print", "-pe"]) {
        walk.inline_code(options.rest);
        return;
    }
    file(walk, key, options.rest);
}

fn file(walk: &mut Walk<'_, '_>, runtime: &str, rest: &[String]) {
    let Some((script, rest)) = rest.split_first() else {
        return;
    };
    match words::base(script).as_str() {
        "npx-cli.js" => fetch(walk, rest),
        "npm-cli.js" => manager(walk, "npm", rest),
        _ => walk.script(runtime, script, rest),
    }
}

const DENO_VALUED: &str = "\
-c --config --import-map --lock --env-file --cert --location --seed -r --ext";

fn deno(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let Some((verb, rest)) = rest.split_first() else {
        return;
    };
    if verb == "task" {
        if let Some((task, rest)) = rest.split_first() {
            walk.task("deno task", task, rest);
        }
        return;
    }
    let verbs = ["run", "serve", "x", "compile"];
    let line: Vec<String>;
    let rest = if verbs.contains(&verb.as_str()) {
        rest
    } else {
        line = std::iter::once(verb.clone())
            .chain(rest.iter().cloned())
            .collect();
        &line
    };
    let options = walk.launcher_options(rest, DENO_VALUED);
    for option in &options.list {
        args::show_flag(walk, option.name, option.value);
    }
    let Some((script, rest)) = options.rest.split_first() else {
        return;
    };
    if let Some(package) = script.strip_prefix("npm:") {
        let package = package.trim_start_matches('/');
        walk.fetched(Ecosystem::Npm, package, rest);
    } else if let Some(package) = script.strip_prefix("jsr:") {
        match spec::npm(package.trim_start_matches('/')) {
            spec::Source::Registry { name, pin } => {
                walk.package(Ecosystem::Other("jsr"), &name, pin, rest);
            }
            _ => walk.package(Ecosystem::Other("jsr"), package, Pin::Unpinned, rest),
        }
    } else if script.starts_with("https://") || script.starts_with("http://") {
        let endpoint = crate::inventory::endpoint::read_url(script, 0).endpoint;
        walk.launch.program = Program::Git {
            name: Redacted::trusted(format!("{}{}", endpoint.host, endpoint.path)),
            pinned: false,
        };
        args::read(walk, rest);
    } else {
        walk.script("deno", script, rest);
    }
}
