#!/usr/bin/env bash
# Grades every strategy that captures sites on real histories and prints the tables of docs/lab.md.
#
#   histories.sh ASOF FOLDER [STARTS]
#
#   ASOF    the program
#   FOLDER  holds teletext.warc.gz, incubator.warc.gz and flink.warc.gz
#   STARTS  captures a row (100)
set -euo pipefail

asof=$(readlink -f -- "$1")
cd -- "$2"
starts=${3:-100}

captures=breadth-first,depth-first,hottest-first,coldest-first,pipes,olston-pandey,sharc-online
captures+=,sharc-offline,sharc-multi,sharc-multi-online,sharc-multi-adaptive,sharc-unified
twice=breadth-first+revisit,hottest-first+revisit,coldest-first+revisit,sharc-revisits,sharc-threshold
twice+=,sharc-multi,sharc-multi-online,sharc-multi-adaptive,sharc-unified
run() {
  printf '\n    asof lab run --history %s.warc.gz' "$1"
  printf ' %s' "${@:2}"
  printf ' --strategies ...\n\n'
}

capture() { # HISTORY DELAY EXTRA
  run "$1" --delay "$2" --starts "$starts" --extra "$3"
  "$asof" lab run --history "$1.warc.gz" --delay "$2" --starts "$starts" --extra "$3" --strategies "$4" |
    sed 's/^./    &/'
}

printf '## Captures of about one visit a page\n'
capture teletext 5s 5% "$captures"
capture teletext 5s 20% "$captures"
for site in incubator flink; do
  for delay in 60s 300s; do capture "$site" "$delay" 5% "$captures"; done
done
printf '\n## Captures of two visits a page\n'
capture teletext 5s 100% "$twice"
capture incubator 300s 100% "$twice"
capture flink 300s 100% "$twice"
