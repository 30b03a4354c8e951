#!/bin/bash
# Makes a real container engine available to the tests where that can be done: Debian or Ubuntu, as root. Elsewhere, or without
# a network, the tests that need one are skipped and say why.
set -eu
[ "$(id -u)" = 0 ] || exit 0
command -v dockerd >/dev/null && command -v ip >/dev/null && command -v curl >/dev/null && exit 0
command -v apt-get >/dev/null || exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# A package's own service must not start in the middle of a test run.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  trap 'rm -f "$policy"' EXIT
fi
apt-get install -y -qq --no-install-recommends docker.io iproute2 curl busybox-static >/dev/null
