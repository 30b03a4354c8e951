#!/bin/bash
# Ends the engine of DIR by its pid, with its containers. `stop.sh DIR` removes all it left; `stop.sh DIR keep` keeps its state;
# `stop.sh DIR crash` kills it and its containers at once, as a power cut would, and keeps its state.
dir=$1
how=${2:-remove}
pid=$(cat "$dir/pid" 2>/dev/null)
if [ -n "$pid" ]; then
  if [ "$how" = crash ]; then
    inside=$(pgrep -f -- "$dir/exec/containerd/daemon" || true)
    kill -9 "$pid" 2>/dev/null
    for shim in $inside; do
      for child in $(pgrep -P "$shim"); do kill -9 "$child" 2>/dev/null; done
      kill -9 "$shim" 2>/dev/null
    done
    for child in $(pgrep -f -- "$dir/exec/containerd/containerd.toml"); do kill -9 "$child" 2>/dev/null; done
  else
    kill "$pid" 2>/dev/null
  fi
  for _ in $(seq 150); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
fi
[ "$how" = remove ] || exit 0
grep -oE " $dir/[^ ]+" /proc/mounts | sort -r | xargs -r -n1 umount -l
[ -f "$dir/bridge" ] && ip link del "$(cat "$dir/bridge")" 2>/dev/null
rm -rf "$dir"
exit 0
