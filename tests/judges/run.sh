#!/bin/sh
# run.sh DIR install          puts the judges and their npm packages into DIR, outside the source tree
# run.sh DIR SCRIPT [ARG...]  runs one of them there
#
# Exit 77 when a judge cannot be had on this machine; ctest then reports the test as skipped.
set -u
here=$(cd "$(dirname "$0")" && pwd)
dir=$1
what=$2
shift 2

skip() {
  echo "SKIPPED: $*"
  exit 77
}

command -v node >/dev/null || skip "node is not installed; ./asof test installs it"
command -v npm >/dev/null || skip "npm is not installed; ./asof test installs it"

if [ "$what" = install ]; then
  mkdir -p "$dir" && cp "$here"/*.mjs "$here"/package.json "$here"/package-lock.json "$dir" || exit 1
  rm -rf "$dir/browser" && cp -r "$here/../browser" "$dir/browser" || exit 1
  cmp -s "$here/package-lock.json" "$dir/.installed" && exit 0
  cd "$dir" || exit 1
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1 </dev/null || {
    cat npm.log
    grep -qE 'ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH' npm.log &&
      skip "the npm registry cannot be reached"
    exit 1
  }
  cp package-lock.json .installed
  exit 0
fi

[ -e "$dir/.installed" ] || skip "the judges' npm packages are not installed (see the test judges/install)"
exec node "$dir/$what" "$@"
