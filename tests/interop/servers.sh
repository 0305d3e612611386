#!/usr/bin/env bash
# Installs the MCP servers that the probe is tested against, and makes certificates for them.
#   tests/interop/servers.sh WORKDIR
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)

for folder in modern legacy; do
  (cd "$here/servers/$folder" && npm ci --loglevel=error)
done
# Its Node, workerd and esbuild come as packages that put a program in place when they are installed.
(cd "$here/servers/cloudflare" && npm ci --legacy-peer-deps --ignore-scripts=false --loglevel=error)
CARGO_TARGET_DIR="$work/../rmcp" cargo build --locked --quiet --manifest-path "$here/servers/rmcp/Cargo.toml"

cd "$work"
new_key=(-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
openssl req -x509 "${new_key[@]}" -keyout ca.key -out ca.pem -days 2 -subj '/CN=interop' \
  -addext basicConstraints=critical,CA:TRUE 2>/dev/null
openssl req "${new_key[@]}" -keyout server.key -out server.csr -subj '/CN=mcp.example.com' 2>/dev/null
echo 'subjectAltName=DNS:mcp.example.com,DNS:auth.example.com' >names.txt
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 2 -extfile names.txt 2>/dev/null
