#!/usr/bin/env bash
# The one command: sets up what the tests need, runs every check, and ends with "N passed, N failed".
set -u
cd "$(dirname "$0")/../.."
[ -d node_modules ] || npm ci --no-audit --no-fund || exit 1
for setup in test/support/installBrowser.sh test/support/engine/installEngine.sh; do
  if [ -f "$setup" ]; then bash "$setup" || echo "$setup did not succeed; the tests that need it will say so" >&2; fi
done
exec node test/support/runChecks.mjs "$@"
