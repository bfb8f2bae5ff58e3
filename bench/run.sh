#!/usr/bin/env bash
# Measures asof and prints one table. ./asof bench builds everything and runs this.
#
#   run.sh BIN [--size BYTES] [--captures LIST] [--huge BYTES] [--python PYTHON] [--warcio PROGRAM]
#              [--scratch FOLDER] [FILE.warc.gz]...
#
#   BIN         where the programs are (build/bench/bin)
#   --size      of the WARC file made up for measuring, inflated (400000000)
#   --captures  sizes of the catalogs that are asked ("100000 1000000")
#   --huge      imports, indexes and checks a file of this size for the memory it takes (0: not)
#   --python    a Python with warcio and fastwarc; without them their rows are left out, with a word
#   --warcio    warcio's program for node; likewise
#   --scratch   for files, best in memory (/dev/shm)
#   FILE        is measured as the file made up is
#
# Times are medians of commands that take turns: read ratios, not seconds. CPU is user and system
# time of all threads.
set -euo pipefail

bin=$(cd -- "$1" && pwd -P)
shift
size=400000000 captures="100000 1000000" huge=0 python= warcio= scratch=/dev/shm rounds=7 files=()
while (($# > 0)); do
  case $1 in
    --size | --captures | --huge | --python | --warcio | --scratch)
      declare "${1#--}=$2"
      shift 2
      ;;
    *)
      files+=("$(readlink -f -- "$1")")
      shift
      ;;
  esac
done

folder=$(mktemp -d "$scratch/asof-bench-XXXXXX")
trap 'rm -rf -- "$folder"' EXIT
export TMPDIR=$folder
cd -- "$folder"

say() { printf 'bench: %s\n' "$*" >&2; }

# measure NAME COMMAND...: rows of name, wall, CPU, peak memory.
measure() { "$bin/measure" "$@"; }

made_up() {
  mkdir -p "$1"
  "$bin/make_warc" "$1" "$2" >"$1.log"
  say "made $(cut -f2- "$1.log" | tr '\t' ' ')"
  mv "$1"/*.warc.gz "$1.warc.gz"
}

inflated_size() { "$bin/inflate_bench" "$1" | sed 's/.*, \([0-9]*\) bytes.*/\1/'; }

peers() {
  local file=$1
  if [[ -n $python ]] && "$python" -c 'import fastwarc' 2>/dev/null; then
    measure 3 'FastWARC: index' "'$python' -c 'from fastwarc.cli import main; main()' index \
      -f offset,length,filename,warc-date,warc-target-uri,warc-payload-digest,http:status,http:content-type \
      -o fastwarc.out '$file' 2>/dev/null"
  else
    say 'SKIPPED FastWARC: give a Python that has it with --python'
  fi
  if [[ -n $python ]] && "$python" -c 'import warcio' 2>/dev/null; then
    measure 1 'warcio (Python): index' "'$python' -c 'from warcio.cli import main; main()' index \
      -f offset,warc-type,warc-date,warc-target-uri,warc-payload-digest,http:status -o warcio.out '$file'"
  else
    say 'SKIPPED warcio for Python: give a Python that has it with --python'
  fi
  if [[ -n $warcio ]]; then
    measure 1 'warcio (npm): cdx-index' "'$warcio' cdx-index '$file' >/dev/null"
  else
    say 'SKIPPED warcio for node: give its program with --warcio'
  fi
}

# The first row is the measure of the others.
table() {
  awk -F'\t' -v bytes="$1" '
    NR == 1 { base = $3; printf "| | wall s | CPU s | inflated MB per CPU second | speed | peak MB |\n|---|--:|--:|--:|--:|--:|\n" }
    { printf "| %s | %s | %s | %.0f | %.2f | %s |\n", $1, $2, $3, bytes / 1e6 / $3, base / $3, $4 }'
}

index() {
  local file=$1
  printf '\n### Index: %s, %s bytes, %s inflated\n\n' "${file##*/}" "$(stat -c %s "$file")" "$(inflated_size "$file")"
  {
    measure "$rounds" 'libdeflate alone' "'$bin/inflate_bench' '$file' >/dev/null" \
      'asof index, 1 thread' "'$bin/asof' index --threads 1 '$file' >/dev/null" \
      'asof index, 2 threads' "'$bin/asof' index --threads 2 '$file' >/dev/null" \
      'asof check' "'$bin/asof' check '$file' >/dev/null"
    peers "$file"
  } | table "$(inflated_size "$file")"
}

import() {
  local file=$1
  printf '\n### Import: %s\n\n| one core | MB of HTML per CPU second | of the tokenizer |\n|---|--:|--:|\n' "${file##*/}"
  "$bin/import_bench" "$file" | awk -F'\t' '!/^#/ { printf "| %s | %s | %s |\n", $1, $2, $3 }'
  printf '\n'
  measure 3 'libdeflate alone' "'$bin/inflate_bench' '$file' >/dev/null" \
    'asof import, 1 thread' "rm -rf one; '$bin/asof' import --threads 1 --archive one '$file' >/dev/null" \
    'asof import, 2 threads' "rm -rf two; '$bin/asof' import --threads 2 --archive two '$file' >/dev/null" |
    table "$(inflated_size "$file")"
  rm -rf one two
}

look_up() {
  printf '\n### Look-ups by address and instant\n\n'
  printf '| captures | filled in CPU s | MB | nearest: median µs | 99%% µs | pages | at or before: median µs | 99%% µs | pages |\n'
  printf -- '|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n'
  # shellcheck disable=SC2086
  "$bin/lookup_bench" "$folder" $captures |
    awk -F'\t' '{ printf "| %s | %s | %.0f | %s | %s | %s | %s | %s | %s |\n", $1, $2, $3 / 1e6, $4, $5, $6, $7, $8, $9 }'
}

measures() {
  printf '\n### Measures of n, 10 n and 100 n items\n\n| | n | CPU ns per item | growth of the time |\n|---|--:|--:|--:|\n'
  { "$bin/quality_bench" && "$bin/simulate_bench"; } | awk -F'\t' '{ printf "| %s | %s | %s | %s |\n", $1, $2, $3, $4 }'
}

schedules() {
  printf '\n### Capturing sites of n, 10 n and 100 n pages\n\n'
  printf '| strategy | pages | requests | planning: CPU s | decision: CPU ns | bytes per page |\n|---|--:|--:|--:|--:|--:|\n'
  "$bin/schedule_bench" 10000 100000 1000000 |
    awk -F'\t' '{ printf "| %s | %s | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5, $6 }'
}

whole() {
  local file=$folder/huge.warc.gz
  made_up "$folder/huge" "$huge"
  printf '\n### A file of %s bytes, %s inflated\n\n' "$(stat -c %s "$file")" "$(inflated_size "$file")"
  measure 1 'libdeflate alone' "'$bin/inflate_bench' '$file' >/dev/null" \
    'asof index' "'$bin/asof' index '$file' >/dev/null" \
    'asof check' "'$bin/asof' check '$file' >/dev/null" \
    'asof import' "'$bin/asof' import --archive huge '$file' >/dev/null" | table "$(inflated_size "$file")"
}

made_up "$folder/made-up" "$size"
for file in "$folder/made-up.warc.gz" "${files[@]}"; do
  index "$file"
  import "$file"
done
look_up
measures
schedules
((huge == 0)) || whole
