#!/bin/sh
# replay.sh PROGRAM DIR URL TEXT: imports the fixture in DIR, exports it as WACZ, and lets
# ReplayWeb.page show URL in a browser; TEXT must appear. Exit 0 yes, 1 no, 77 cannot be judged here.
set -u
here=$(dirname "$0")
program=$1
dir=$2
url=$3
text=$4
[ -e "$dir/fixture.warc.gz" ] || {
  echo "SKIPPED: there is no fixture (see the test judges/fixture)"
  exit 77
}
work=$(mktemp -d "$dir/replay-XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
"$program" import --archive "$work/archive" "$dir/fixture.warc.gz" || exit 2
"$program" export wacz --archive "$work/archive" --out "$work/export.wacz" || exit 2
"$here/run.sh" "$dir" replay.mjs "$work/export.wacz" "$url" "$text" "$dir/replay.png"
