#!/usr/bin/env bash
# gates.sh BASE OUT: verifies and decides every campaign below evidence/ that differs from BASE. JUnit XML and badges go to OUT,
# a Markdown summary to standard output. Exits 1 when evidence is not as sealed, was removed, or a required gate did not pass.
set -uo pipefail
base=$1
out=$2
mkdir -p "$out"
changed=$(git diff --name-only "$base...HEAD" -- evidence) || exit 2
campaigns=$(printf '%s\n' "$changed" | cut -s -d/ -f2 | grep -E '^[0-9]{4}-[0-9]{2}-[0-9]{2}-' | sort -u)
[ -n "$campaigns" ] || { echo "No campaign was added or changed."; exit 0; }
failed=0
for campaign in $campaigns; do
  if [ ! -d "evidence/$campaign" ]; then
    printf '## %s\n\n**Its evidence was removed.** Evidence is kept; an amendment says what to think of it.\n\n' "$campaign"
    failed=1
    continue
  fi
  if ! checked=$(npm run -s verify -- "$campaign" --deep 2>&1); then
    printf '## %s\n\n**Not as it was sealed.**\n\n```text\n%s\n```\n\n' "$campaign" "$checked"
    failed=1
    continue
  fi
  npm run -s decide -- "$campaign" --markdown --junit "$out/$campaign.xml" --badge "$out/$campaign.svg" || failed=1
  echo
done
exit "$failed"
