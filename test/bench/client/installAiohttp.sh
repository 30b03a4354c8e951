#!/bin/sh
# Prints a python that has aiohttp; installs Debian's when there is none and this user may. Exit 1 when there is none.
for python in "$PYTHON" /usr/bin/python3 python3; do
  if [ -n "$python" ] && "$python" -c "import aiohttp" >/dev/null 2>&1; then command -v "$python"; exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-aiohttp; } >&2 || exit 1
  /usr/bin/python3 -c "import aiohttp" && echo /usr/bin/python3 && exit 0
fi
exit 1
