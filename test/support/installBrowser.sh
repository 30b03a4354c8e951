#!/bin/sh
# Prints the path of a Chromium; installs Debian's when there is none and this user may. Exit 1 when there is none.
for name in "$CHROMIUM" chromium chromium-browser google-chrome; do
  if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then command -v "$name"; exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium; } >&2 || exit 1
  command -v chromium && exit 0
fi
echo "no Chromium here: install one, or name it in CHROMIUM" >&2
exit 1
