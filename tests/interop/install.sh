#!/usr/bin/env bash
# Installs what the interoperability stage needs and the machine lacks: Debian/Ubuntu packages, then pinned npm packages.
set -euo pipefail
cd "$(dirname "$0")"

packages=()
command -v dot >/dev/null || packages+=(graphviz)
command -v rsvg-convert >/dev/null || packages+=(librsvg2-bin)
command -v openssl >/dev/null || packages+=(openssl)
command -v inkscape >/dev/null || packages+=(inkscape)
command -v chromium >/dev/null || command -v google-chrome >/dev/null || packages+=(chromium)
# Without any font both browsers and converters draw empty boxes for text. This one is what Debian's browsers and office
# programs bring along; where there is only DejaVu Sans, librsvg draws wider than measured (docs/decisions.md).
[[ $(fc-match 'Liberation Sans' 2>/dev/null) == Liberation* ]] || packages+=(fonts-liberation fontconfig)

if ((${#packages[@]})); then
  as_root=()
  if [[ $(id -u) -ne 0 ]]; then as_root=(sudo); fi
  export DEBIAN_FRONTEND=noninteractive
  # A mirror in the middle of a refresh fails once; a second try is enough.
  "${as_root[@]}" apt-get update -qq || { sleep 10; "${as_root[@]}" apt-get update -qq; }
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

npm ci --no-audit --no-fund --loglevel=error
./servers.sh ../../target/interop/probe

for tool in dot rsvg-convert inkscape node npm openssl; do
  command -v "$tool" >/dev/null || { echo "error: '$tool' is missing after the installation" >&2; exit 1; }
done
dot -V
rsvg-convert --version
