//! Other runtimes and task runners: go, cargo, java, dotnet, ruby, php, make, nix.

use super::lexer;
use super::walk::Walk;
use super::{Ecosystem, Pin, Program, args, spec, words};
use crate::inventory::Redacted;

pub(super) fn is_launcher(key: &str) -> bool {
    matches!(
        key,
        "go" | "cargo"
            | "java"
            | "dotnet"
            | "dnx"
            | "ruby"
            | "bundle"
            | "gem"
            | "php"
            | "perl"
            | "dart"
            | "swift"
            | "jbang"
            | "make"
            | "just"
            | "task"
            | "nix"
            | "nix-shell"
            | "devbox"
            | "lua"
            | "rscript"
            | "elixir"
            | "mix"
    )
}

/// Reads a runtime or task runner.
pub(super) fn read(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) -> bool {
    let verb = rest.first().map(String::as_str).unwrap_or_default();
    match key {
        "go" if verb == "run" => go(walk, &rest[1..]),
        "cargo" if verb == "run" => {
            let split = rest
                .iter()
                .position(|word| word == "--")
                .map_or(rest.len(), |at| at + 1);
            walk.task("cargo", "run", &rest[split..]);
        }
        "java" => java(walk, rest),
        "dotnet" => dotnet(walk, rest),
        "dnx" => package(walk, "nuget", rest),
        "ruby" | "php" | "perl" | "lua" | "rscript" | "elixir" | "jbang" => {
            runtime(walk, key, rest);
        }
        "bundle" if verb == "exec" => walk.run(&rest[1..]),
        "gem" if verb == "exec" => package(walk, "gem", &rest[1..]),
        "dart" | "swift" | "mix" if verb == "run" => {
            let options = walk.launcher_options(&rest[1..], "--package-path -c");
            let task = options.rest.first().map_or("run", String::as_str);
            let after = options.rest.get(1..).unwrap_or_default();
            walk.task(&format!("{key} run"), task, after);
        }
        "make" | "just" | "task" => {
            let options = walk.launcher_options(rest, "-C -f --justfile --directory -d -t");
            let task = options.rest.first().map_or("", String::as_str);
            walk.task(key, task, options.rest.get(1..).unwrap_or_default());
        }
        "nix" => nix(walk, rest),
        "nix-shell" => {
            let options = walk.launcher_options(rest, "--run --command -p -A -I");
            if let Some(line) = options.value(&["--run", "--command"]) {
                super::shells::string(walk, "nix-shell", line, lexer::Style::Posix);
            }
        }
        "devbox" if verb == "run" => {
            let options = walk.launcher_options(&rest[1..], "-c --config -e --env --env-file");
            walk.run(options.rest);
        }
        _ => return false,
    }
    true
}

fn go(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let options = walk.launcher_options(rest, "-tags -ldflags -C -mod -exec -modfile");
    let Some((target, after)) = options.rest.split_first() else {
        return;
    };
    let module = target
        .split('/')
        .next()
        .is_some_and(|host| host.contains('.') && host.len() > 2);
    if module && !words::has_extension(target, "go") {
        let (name, version) = target.split_once('@').unwrap_or((target, ""));
        let exact = version.starts_with('v') && version.matches('.').count() >= 2;
        let pin = if exact {
            Pin::Version(Redacted::text(version))
        } else {
            Pin::Unpinned
        };
        walk.package(Ecosystem::Other("go"), name, pin, after);
    } else if words::has_extension(target, "go") {
        walk.script("go run", target, after);
    } else {
        walk.task("go run", &words::base(target), after);
    }
}

fn java(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let options = walk.launcher_options(
        rest,
        "-jar -cp -classpath --class-path -m --module -p --module-path",
    );
    if rest
        .iter()
        .any(|word| word.starts_with("-agentlib:jdwp") || word.starts_with("-Xrunjdwp"))
    {
        walk.mark(
            crate::inventory::MarkLevel::Warning,
            "debugger port: any local process can run code",
        );
    }
    for option in &options.list {
        if let Some((name, value)) = option
            .name
            .strip_prefix("-D")
            .and_then(|pair| pair.split_once('='))
        {
            args::named(walk, name, value);
        }
    }
    if let Some(jar) = options.value(&["-jar"]) {
        walk.script("java", jar, options.rest);
    } else if let Some((class, rest)) = options.rest.split_first() {
        walk.script("java", class, rest);
    }
}

fn dotnet(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let Some((verb, rest)) = rest.split_first() else {
        return;
    };
    match verb.as_str() {
        "run" | "watch" => {
            let options = walk.launcher_options(
                rest,
                "--project -c --configuration -f --framework -r --launch-profile",
            );
            let project = options
                .value(&["--project"])
                .map(words::base)
                .unwrap_or_default();
            let name = Redacted::text(format!("dotnet run {project}").trim());
            walk.launch.program = Program::ProjectTask { name };
            args::read(walk, options.rest);
        }
        "tool" | "dnx" if verb == "dnx" || rest.first().is_some_and(|word| word == "exec") => {
            package(walk, "nuget", if verb == "dnx" { rest } else { &rest[1..] });
        }
        "exec" => runtime(walk, "dotnet", rest),
        dll => {
            walk.script("dotnet", dll, rest);
        }
    }
}

/// A package of an ecosystem that writes versions as `name@1.2.3`.
fn package(walk: &mut Walk<'_, '_>, ecosystem: &'static str, rest: &[String]) {
    let options = walk.launcher_options(rest, "--version --source --add-source --framework -v -g");
    let Some((name, after)) = options.rest.split_first() else {
        return;
    };
    let (name, pin) = match spec::npm(name) {
        spec::Source::Registry { name, pin } => (name, pin),
        _ => (name.clone(), Pin::Unpinned),
    };
    // The version may also follow the name.
    let version = options.value(&["--version", "-v"]).or_else(|| {
        let at = after.iter().position(|word| word == "--version")?;
        after.get(at + 1).map(String::as_str)
    });
    let pin = version.map_or(pin, |version| Pin::Version(Redacted::text(version)));
    walk.package(Ecosystem::Other(ecosystem), &name, pin, after);
}

fn runtime(walk: &mut Walk<'_, '_>, key: &str, rest: &[String]) {
    let options = walk.launcher_options(rest, "-r -I -d -c");
    if options.has(&["-e", "--eval"]) || (key == "php" && options.has(&["-r"])) {
        walk.inline_code(options.rest);
    } else if let Some((script, rest)) = options.rest.split_first() {
        walk.script(key, script, rest);
    }
}

/// `nix run flake#x -- args`, `nix shell flake -c cmd`, `nix develop -c cmd`.
fn nix(walk: &mut Walk<'_, '_>, rest: &[String]) {
    let options = walk.launcher_options(
        rest,
        "--extra-experimental-features --option --experimental-features",
    );
    let Some((verb, rest)) = options.rest.split_first() else {
        return;
    };
    if verb == "shell" || verb == "develop" {
        if let Some(at) = rest
            .iter()
            .position(|word| word == "-c" || word == "--command")
        {
            walk.run(&rest[at + 1..]);
        }
        return;
    }
    let options = walk.launcher_options(rest, "--inputs-from --override-input");
    let (flake, after) = options
        .rest
        .split_first()
        .map_or((".", &[][..]), |(flake, rest)| (flake.as_str(), rest));
    let after = match after.split_first() {
        Some((dashes, rest)) if dashes == "--" => rest,
        _ => after,
    };
    let (address, attribute) = flake.split_once('#').unwrap_or((flake, ""));
    if address.contains(':') {
        let address = address
            .split_once(':')
            .map_or(address, |(_, rest)| rest)
            .trim_start_matches('/');
        let address = address.split('?').next().unwrap_or_default();
        let pinned = address
            .rsplit('/')
            .next()
            .is_some_and(|last| last.len() == 40 && last.bytes().all(|b| b.is_ascii_hexdigit()));
        let shown: Vec<&str> = address
            .rsplit('@')
            .next()
            .unwrap_or_default()
            .split('/')
            .take(3)
            .collect();
        walk.launch.program = Program::Git {
            name: Redacted::text(&shown.join("/")),
            pinned,
        };
        args::read(walk, after);
    } else if address == "nixpkgs" {
        walk.package(Ecosystem::Other("nix"), attribute, Pin::Unpinned, after);
    } else {
        walk.task("nix run", attribute, after);
    }
}
