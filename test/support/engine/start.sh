#!/bin/bash
# Starts a private container engine below the folder DIR, with a bridge of its own, and prints its DOCKER_HOST.
# Starting it again in the same DIR is a reboot: containers and volumes are still there. Needs root, dockerd and ip.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$1
mkdir -p "$dir"
rm -f "$dir/pid" "$dir/docker.sock"
bridge=$(cat "$dir/bridge" 2>/dev/null || echo "assay$$")
net=172.$((16 + $$ % 15)).$(($$ / 15 % 250)).1/24
if ! ip link show "$bridge" >/dev/null 2>&1; then
  ip link add "$bridge" type bridge
  ip addr add "$net" dev "$bridge"
  ip link set "$bridge" up
  echo "$bridge" >"$dir/bridge"
fi
PATH=$here/shims:$PATH setsid dockerd -H "unix://$dir/docker.sock" --data-root "$dir/data" --exec-root "$dir/exec" \
  --pidfile "$dir/pid" --bridge="$bridge" --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false \
  --storage-driver=overlay2 >>"$dir/log" 2>&1 </dev/null &
for _ in $(seq 300); do
  if curl -sf --unix-socket "$dir/docker.sock" http://engine/_ping >/dev/null 2>&1; then
    echo "unix://$dir/docker.sock"
    exit 0
  fi
  sleep 0.1
done
tail -20 "$dir/log" >&2
exit 1
