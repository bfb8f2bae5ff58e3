#!/usr/bin/env bash
# Grades every strategy on real histories and prints the tables of docs/lab.md.
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
watching=round-robin,relevance,coherence,sharc-repeat,frequency,nutch-adaptive,lambda-crawl
watching+=,lambda-crawl-online,importance,pattern,importance-pattern,importance-pattern-fair
watching+=,loss-index,loss-index-online,loss-index-events,loss-index-announced,margin-index,lagrange

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

watch() { # HISTORY BUDGET
  run "$1" --period 1h --per-period "$2"
  "$asof" lab run --history "$1.warc.gz" --period 1h --per-period "$2" --strategies "$watching" |
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
printf '\n## Watching\n'
for budget in 1% 5% 20%; do watch teletext "$budget"; done
for site in incubator flink; do
  for budget in 0.5% 1% 5%; do watch "$site" "$budget"; done
done
