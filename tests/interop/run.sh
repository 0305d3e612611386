#!/usr/bin/env bash
# Draws every sample and lets other programs read the result: Mermaid and Chromium, Graphviz, librsvg, Inkscape, a lint, ELK.
#   tests/interop/run.sh                 builds the release binary, draws all samples, runs every check
#   tests/interop/run.sh --drawn DIR     checks .mmd, .dot and .svg files that already stand in DIR
set -euo pipefail
cd "$(dirname "$0")/../.."
here=tests/interop
work=target/interop
passed=0
failed=0

good() { passed=$((passed + 1)); }
bad() {
  failed=$((failed + 1))
  echo "FAIL $*" >&2
}

# Says what exits.txt expects of one path: 2, skip, or nothing.
expectation() {
  local word glob
  while read -r word glob; do
    # shellcheck disable=SC2053 # the right side is a glob on purpose
    if [[ $1 == $glob ]]; then
      echo "$word"
      return
    fi
  done < <(grep -v -e '^#' -e '^$' "$here/exits.txt")
}

draw_one() { # INPUT OUTPUT-STEM WANTED-CODES
  local format code first=""
  mkdir -p "$(dirname "$2")"
  for format in mmd dot svg; do
    code=0
    "$bin" "$1" -o "$2.$format" </dev/null 2>"$2.stderr" || code=$?
    first=${first:-$code}
    if [[ " $3 " != *" $code "* ]]; then
      bad "$1: exit code $code for .$format, expected one of: $3"
      sed 's/^/       /' "$2.stderr" >&2
    elif [[ $code != "$first" ]]; then
      bad "$1: exit code $first for .mmd but $code for .$format"
    elif [[ $code == 0 && ! -s $2.$format ]]; then
      bad "$1: exit code 0 but no .$format was written"
    elif [[ $code == 3 && -e $2.$format ]]; then
      bad "$1: exit code 3 but a .$format was written"
    else
      good
    fi
  done
}

draw_all() {
  local path word glob
  local -a inputs
  rm -rf "$drawn"
  # Everything is an input but pictures, texts for people, snapshots and overlays.
  mapfile -t inputs < <(find samples tests/data -type f 2>/dev/null |
    grep -vE '\.(svg|png|mmd|mermaid|dot|gv|snap|rs)$|/(README\.md|INDEX\.md|gallery\.md|mcpdiag\.toml)$' | LC_ALL=C sort)

  while read -r word glob; do
    local hit=""
    # shellcheck disable=SC2053
    for path in "${inputs[@]}"; do [[ $path == $glob ]] && hit=yes && break; done
    [[ -n $hit ]] || bad "exits.txt: '$word $glob' matches no file"
  done < <(grep -v -e '^#' -e '^$' "$here/exits.txt")

  for path in "${inputs[@]}"; do
    case $(expectation "$path") in
      skip) ;;
      2) draw_one "$path" "$drawn/$path" "2" ;;
      *) draw_one "$path" "$drawn/$path" "0 3" ;;
    esac
  done
  # A directory is one picture with several hosts; a broken file inside makes it exit code 2, picture or not.
  for path in samples/*/; do
    [[ $path != samples/gallery/ ]] || continue
    draw_one "$path" "$drawn/${path%/}/all" "0 2 3"
  done
  # Every theme once, and the sheet that shows them: hatches and dashes must survive other programs, too.
  local theme
  for theme in $("$bin" themes | cut -d ' ' -f 1); do
    if "$bin" samples/seed/.mcp.json --theme "$theme" -o "$drawn/theme-$theme.svg"; then good; else bad "theme $theme"; fi
  done
  if "$bin" themes -o "$drawn/themes.svg"; then good; else bad "the sheet of themes"; fi
  echo "drew $(find "$drawn" -name '*.svg' | wc -l) pictures from ${#inputs[@]} files"
}

check_dot() {
  local file nodes
  # Control: Graphviz must be able to say no.
  if echo 'digraph { a -> }' | dot -Tsvg >/dev/null 2>&1; then bad "control: dot accepted broken text"; else good; fi
  while IFS= read -r file; do
    if ! timeout 120 dot -Tsvg "$file" -o "$file.out.svg" 2>"$file.stderr"; then
      bad "$file: dot failed: $(head -n 3 "$file.stderr")"
    elif [[ -s $file.stderr ]]; then
      bad "$file: dot warned: $(head -n 3 "$file.stderr")"
    else
      nodes=$(grep -c 'class="node"' "$file.out.svg" || true)
      if ((nodes > 0)); then good; else bad "$file: dot drew no node"; fi
    fi
  done < <(find "$drawn" -name '*.dot' | LC_ALL=C sort)
}

# Fleets of generated configurations, as pictures of their own.
draw_fleets() {
  cargo run --release --locked --quiet --example fleet -- "$fleets" \
    1 1 2 1 3 1 5 1 10 1 20 2 40 4 80 6 120 8 200 6 500 12 1000 24
  local path
  for path in "$fleets"/*/; do
    if "$bin" "$path" -o "${path%/}.svg" </dev/null 2>"${path%/}.stderr"; then good; else bad "$path was not drawn"; fi
  done
}

# No box, line or text may overlap another, as a program says that shares nothing with ours.
lint_pictures() {
  local file lint=("$here/svg_lint.py" --strict --font inter=src/font/inter-400.ttf)
  # Control: the lint must be able to say no.
  if python3 "$here/svg_lint.py" --self-test >/dev/null; then good; else bad "control: the lint fails its own test"; fi
  while IFS= read -r file; do
    if python3 "${lint[@]}" "$file" >"$file.lint" 2>&1; then good; else bad "$file: $(tail -n 3 "$file.lint")"; fi
    # The sheet of themes is several pictures on one ground, which the lint cannot know.
  done < <(find "$@" -name '*.svg' ! -name '*.dot.out.svg' ! -name themes.svg | LC_ALL=C sort)
}

# Runs a script whose last line is 'NAME: N passed, M failed' and adds its numbers to ours.
counted() {
  local out code=0 line
  out=$("$@") || code=$?
  line=$(tail -n 1 <<<"$out")
  echo "$out"
  if [[ $line =~ ^[a-z]+:\ ([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    [[ $code == 0 || ${BASH_REMATCH[2]} != 0 ]] || bad "$*: exit code $code"
  else
    bad "$*: ended without a count, exit code $code"
  fi
}

step() { echo "-- $* ($((SECONDS)) s)"; }

if [[ ${1:-} == --drawn ]]; then
  drawn=${2:?"--drawn needs a directory"}
else
  drawn=$work/drawn
  step "release build"
  cargo build --release --locked
  bin=$PWD/target/release/mcpdiag
  step "drawing every sample as Mermaid, DOT and SVG"
  draw_all
fi
for format in mmd dot svg; do
  [[ -n $(find "$drawn" -name "*.$format" -print -quit) ]] || bad "no .$format file to check in $drawn"
done
step "Graphviz reads every DOT file"
check_dot
step "Mermaid parses and draws every Mermaid file"
counted node "$here/mermaid.mjs" "$drawn"
step "Chromium and librsvg draw every SVG"
counted node "$here/pictures.mjs" "$drawn" "$work/shots"
step "librsvg, which ignores textLength, keeps every text inside its box"
counted node "$here/overflow.mjs" "$drawn"
step "Inkscape draws some of them, with every text inside its box"
counted node "$here/inkscape.mjs" "$drawn"
if [[ ${1:-} != --drawn ]]; then
  step "a pointer on a box, and the embedded font"
  "$bin" samples/seed/.mcp.json -o "$work/plain.svg"
  "$bin" samples/seed/.mcp.json --embed-font -o "$work/embedded.svg"
  counted node "$here/pointer.mjs" "$work/plain.svg" "$work/embedded.svg"
  step "fleets from 1 to 1,000 servers"
  fleets=$work/fleets
  rm -rf "$fleets"
  draw_fleets
  step "a lint judges every SVG"
  lint_pictures "$drawn" "$fleets"
  step "ELK lays out the same graphs"
  if cargo test --locked --quiet --lib -- --ignored write_the_anchor_graphs >/dev/null; then good; else bad "the anchor graphs were not written"; fi
  counted node "$here/elk.mjs" "$work/anchors"
  if cargo test --locked --quiet --test fleets -- --ignored; then good; else bad "a large fleet is not clean"; fi
  step "a thousand random setups"
  if PROPTEST_CASES=1000 cargo test --locked --quiet --lib -- layout::tests::random::any_likely; then good; else bad "a random setup is not clean"; fi
  step "real MCP servers on 127.0.0.1 are what the probe says"
  counted node "$here/probe.mjs" "$bin" "$work/probe"
  step "time to a finished picture, against Graphviz"
  if "$here/speed.sh" "$bin" samples/ten/.mcp.json; then good; else bad "speed.sh: too slow beside dot, or it could not measure"; fi
fi
echo "interop: $passed passed, $failed failed"
((failed == 0))
