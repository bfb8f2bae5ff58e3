#!/bin/sh
# node.sh SCRIPT [ARG...]: runs a script of ours with node. Exit 77 where there is none; ctest then
# reports the test as skipped.
command -v node >/dev/null || {
  echo "SKIPPED: node is not installed; ./asof test installs it"
  exit 77
}
exec node "$@"
