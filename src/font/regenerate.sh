#!/bin/sh
# Rebuilds the bundled fonts and the table of advances from their packages. By hand only, never at build time.
#   npm:@expo-google-fonts/inter 0.4.2 (Inter 4.001, SIL OFL 1.1)   pypi:fonttools 4.68.0   pypi:brotli 1.2.1
# Needs: npm, python3 with the two packages above. Run from anywhere; writes beside itself.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent @expo-google-fonts/inter@0.4.2 >/dev/null && tar xzf ./*.tgz)

# Latin, Vietnamese, Greek, Cyrillic, punctuation, arrows, a few marks. No kerning, no ligatures: a text is as wide as the sum of its advances.
full='U+20-7E,U+A0-17F,U+1E00-1EFF,U+370-3FF,U+400-45F,U+2010-2027,U+2030-203A,U+20AC,U+2122,U+2190-2199,U+2212,U+2248,U+2260,U+2264-2265,U+2423,U+25A1,U+25CF,U+2713,U+26A0'
subset() { # input unicodes output [flavour]
    python3 -m fontTools.subset "$1" --unicodes="$2" --output-file="$3" ${4:+--flavor=$4} \
        --layout-features='' --no-hinting --notdef-outline --name-IDs='0,1,2,4,5,6,13,14,16,17' --no-recalc-timestamp \
        --drop-tables+=GPOS,GSUB,GDEF,STAT
}
regular="$work/package/400Regular/Inter_400Regular.ttf"
semibold="$work/package/600SemiBold/Inter_600SemiBold.ttf"
subset "$regular" "$full" "$here/inter-400.ttf"
subset "$semibold" "$full" "$here/inter-600.ttf"
# For `--embed-font`: ASCII and the four signs the program itself writes.
subset "$regular" 'U+20-7E,U+A0,U+B7,U+D7,U+2026' "$here/inter-400-ascii.woff2" woff2
subset "$semibold" 'U+20-7E,U+A0,U+B7,U+D7,U+2026' "$here/inter-600-ascii.woff2" woff2
cp "$work/package/LICENSE_FONT" "$here/OFL.txt"

python3 - "$here" <<'PY'
import sys
from fontTools.ttLib import TTFont
here = sys.argv[1]
# The box for characters that the fonts lack gets the width of those that occur most: East Asian ones, one em.
for weight in (400, 600):
    font = TTFont(f"{here}/inter-{weight}.ttf", recalcTimestamp=False)
    glyph, em = font["glyf"][".notdef"], font["head"].unitsPerEm
    old, bearing = font["hmtx"][".notdef"]
    glyph.coordinates.translate(((em - old) // 2, 0))
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][".notdef"] = (em, bearing + (em - old) // 2)
    font.save(f"{here}/inter-{weight}.ttf")
fonts = [TTFont(f"{here}/inter-{w}.ttf") for w in (400, 600)]
maps = [f.getBestCmap() for f in fonts]
assert set(maps[0]) == set(maps[1]) and all(f["head"].unitsPerEm == 2048 for f in fonts)
advance = lambda i, c: fonts[i]["hmtx"].metrics[maps[i][c]][0]
runs = []
for c in sorted(maps[0]):
    if runs and runs[-1][-1] == c - 1: runs[-1].append(c)
    else: runs.append([c])
out = ["//! Advances of the bundled fonts; written by `regenerate.sh`, checked against the fonts by a test.", "",
       "/// Units per em of both fonts.", "pub(super) const UNITS: u16 = 2048;",
       "/// Runs of characters: the first one, then the advances in weight 400 and 600 of each.",
       "#[rustfmt::skip]", "pub(super) const RUNS: &[(u32, &[[u16; 2]])] = &["]
for r in runs:
    out.append(f"    ({r[0]:#06x}, &[")
    cells = [f"[{advance(0, c)}, {advance(1, c)}]," for c in r]
    for i in range(0, len(cells), 8): out.append("        " + " ".join(cells[i:i+8]))
    out.append("    ]),")
out.append("];")
open(f"{here}/advances.rs", "w").write("\n".join(out) + "\n")
PY
