#!/bin/bash
# Makes the tar of an image without any registry: this machine's node and its libraries, a static busybox, and server.mjs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{bin,usr/bin,lib64,tmp,etc,proc,sys,dev,app,root}
node=$(readlink -f "$(command -v node)")
cp "$node" "$root/usr/bin/node"
ldd "$node" | awk '/=> \//{print $3} /^\t\/lib/{print $1}' | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done
busybox=$(command -v busybox || true)
if [ -n "$busybox" ]; then
  cp "$busybox" "$root/bin/busybox"
  for name in sh ls cat sleep env; do ln -s busybox "$root/bin/$name"; done
fi
echo 'root:x:0:0:root:/root:/bin/sh' >"$root/etc/passwd"
cp "$here/server.mjs" "$root/app/server.mjs"
tar -C "$root" -cf "$out" .
