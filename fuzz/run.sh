#!/usr/bin/env bash
# Runs every fuzz target for some seconds (default 20), from the samples on. Needs a C++ compiler; a stable toolchain will do.
#   bash fuzz/run.sh [SECONDS] [TARGET...]
# Does what `cargo fuzz run TARGET --sanitizer none` does, without another program to build. What made a target fail is
# left in fuzz/artifacts/TARGET/, and the fuzzer prints how to run it again.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-20}
targets=("${@:2}")
((${#targets[@]})) || targets=(json toml yaml markdown dialect redact link)

host=$(rustc -vV | sed -n 's/^host: //p')
flags=(--cfg fuzzing -Cdebug-assertions -Cpasses=sancov-module)
for option in level=4 trace-compares inline-8bit-counters pc-table; do
  flags+=("-Cllvm-args=-sanitizer-coverage-$option")
done
# The flags are for the target alone, not for build scripts.
RUSTFLAGS="${flags[*]}" cargo build --release --locked --target "$host"

# Lays samples as a start: NAME PATTERN...
seed() {
  local corpus=corpus/$1
  mkdir -p "$corpus"
  local pattern file
  for pattern in "${@:2}"; do
    while IFS= read -r -d '' file; do
      cp "$file" "$corpus/$(sha1sum "$file" | cut -c1-16)"
    done < <(find ../samples ../tests/data -type f -size -64k -name "$pattern" -print0)
  done
}
seed json '*.json' '*.jsonc' '*.json5'
seed toml '*.toml'
seed yaml '*.yaml' '*.yml'
seed markdown '*.md'
seed dialect '*.json' '*.toml' '*.yaml'
mkdir -p corpus/redact corpus/link

for target in "${targets[@]}"; do
  mkdir -p "artifacts/$target"
  echo "== $target"
  "target/$host/release/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=16384 \
    -artifact_prefix="artifacts/$target/" -print_funcs=0 -verbosity=0 "corpus/$target"
done
