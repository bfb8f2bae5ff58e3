#!/bin/sh
# tidy.sh format: every source is as clang-format leaves it.
# tidy.sh lint BUILD: clang-tidy finds nothing in the sources of src and studies, read as BUILD compiles them.
# Exit 0 yes, 1 no, 77 the tool is not installed (ctest then says "Skipped").
set -u
cd "$(dirname "$0")/.." || exit 1

need() {
  command -v "$1" >/dev/null && return
  echo "SKIPPED: $1 is not installed; ./asof test installs it"
  exit 77
}

case $1 in
  format)
    need clang-format
    find src studies tests fuzz bench -name node_modules -prune -o \
      \( -name '*.h' -o -name '*.cc' -o -name '*.c' \) -print0 |
      xargs -0 clang-format --dry-run -Werror || exit 1
    ;;
  lint)
    need clang-tidy
    # As they are compiled, a dozen at a time: most of the work is in the headers they share. The
    # tests are left out: they take four times as long and hold nothing a user can reach.
    # -Wno-unknown-warning-option: the build may name warnings only g++ knows.
    sed -n 's/^ *"file": "\(.*\)",*$/\1/p' "$2/compile_commands.json" | sort -u |
      grep -E '/(src|studies)/' | grep -vE '_test\.cc$|/tests/|/fuzz/' |
      xargs -n 1 -P 2 clang-tidy -p "$2" --quiet --extra-arg=-Wno-unknown-warning-option || exit 1
    ;;
esac
