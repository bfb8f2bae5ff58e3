#!/usr/bin/env bash
# Crawls a documentation site on loopback with asof and its peers, and prints pages per second,
# seconds of CPU per page, bytes of WARC per page, and ratios to wget with WARC.
#
#   crawl.sh ASOF [--pipeline PROGRAM] [--site FOLDER] [--start PATH] [--rounds N] [--scratch FOLDER]
#
#   ASOF       the program (build/release/bin/asof)
#   --pipeline bench/pipeline.cc, built (build/bench/bin/pipeline): the same URLs without a crawler
#   --site     served by nginx (/usr/share/cppreference/doc/html: Debian's cppreference-doc-en-html)
#   --start    where a crawl begins (en/index.html)
#   --rounds   programs take turns; medians are printed (3)
#   --scratch  for files, best in memory (/dev/shm)
#
# Needs nginx, wget and GNU time; wget2 and httrack where they are there. asof is measured whole, with
# catalog and certificate, and (-alone) by its own clock from the first request to the last answer;
# -fast compresses with ISA-L, -4 at level 4, -zstd with zstd and a dictionary, -zstd-fast at its fast level, -8 keeps eight connections to the site, -8-sites crawls
# eighths of it on eight ports side by side. The pipeline has eight connections too. wget writes a
# WARC and a CDX, the others write no WARC.
set -euo pipefail

asof=$(readlink -f -- "$1")
shift
site=/usr/share/cppreference/doc/html start=en/index.html rounds=3 scratch=/dev/shm pipeline=
while (($# > 0)); do
  declare "${1#--}=$2"
  shift 2
done
[[ -z $pipeline ]] || pipeline=$(readlink -f -- "$pipeline")
for tool in nginx wget; do
  command -v "$tool" >/dev/null || { echo "crawl.sh: $tool is missing" >&2; exit 2; }
done
[[ -d $site ]] || { echo "crawl.sh: there is no folder $site" >&2; exit 2; }

folder=$(mktemp -d "$scratch/asof-crawl-XXXXXX")
port=$((20000 + RANDOM % 20000))
cleanup() {
  [[ -r $folder/pid ]] && kill "$(<"$folder/pid")" 2>/dev/null
  rm -rf -- "$folder"
}
trap cleanup EXIT
cat >"$folder/nginx.conf" <<CONF
worker_processes 1;
pid $folder/pid;
error_log $folder/error.log;
events { worker_connections 4096; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  sendfile on;
  keepalive_requests 1000000;
  client_body_temp_path $folder/a; proxy_temp_path $folder/b; fastcgi_temp_path $folder/c;
  uwsgi_temp_path $folder/d; scgi_temp_path $folder/e;
  server {
    listen 127.0.0.1:$port; listen 127.0.0.1:$((port + 1)); listen 127.0.0.1:$((port + 2));
    listen 127.0.0.1:$((port + 3)); listen 127.0.0.1:$((port + 4)); listen 127.0.0.1:$((port + 5));
    listen 127.0.0.1:$((port + 6)); listen 127.0.0.1:$((port + 7));
    root $site;
  }
}
CONF
nginx -c "$folder/nginx.conf" 2>/dev/null
base=http://127.0.0.1:$port
url=$base/$start

# run NAME COMMAND...: appends "NAME pages seconds cpu-seconds bytes"; the command prints its pages
# last. Of asof a second line, NAME-alone, by its own record.
run() {
  local name=$1
  shift
  rm -rf "$folder/work"
  mkdir "$folder/work"
  (cd "$folder/work" && /usr/bin/time -f '%e %U %S' -o "$folder/time" "$@" >"$folder/out" 2>&1) || true
  read -r wall user system < <(tail -n 1 "$folder/time")
  local bytes
  bytes=$(find "$folder/work" -name '*.warc.*' -printf '%s\n' | awk '{ sum += $1 } END { print sum + 0 }')
  echo "$name $(pages "$name") $wall $(awk "BEGIN{print $user + $system}") $bytes" >>"$folder/table"
  [[ $name != asof* ]] || python3 - "$name-alone" "$folder/out" >>"$folder/table" <<'PY'
import json, sys, datetime
last = [json.loads(l) for l in open(sys.argv[2]) if l.startswith('{"event":"ended"')][-1]
t = lambda s: datetime.datetime.fromisoformat(s.replace("Z", "+00:00"))
print(sys.argv[1], last["visits"], (t(last["ended"]) - t(last["began"])).total_seconds(), 0, 0)
PY
}
pages() {
  case $1 in
    asof*) grep -o '"visits":[0-9]*' "$folder/out" | tail -n 1 | cut -d: -f2 ;;
    pipeline*) cut -d' ' -f1 "$folder/out" ;;
    *) find "$folder/work" -type f ! -name 'out.*' | wc -l ;;
  esac
}
crawl=("$asof" crawl "$url" --scope host --embeds 0 --delay 0s --revisit none --archive a
  --free-disk 0 --json)
# Equal bodies of the sites would be stored once, which is not what is measured here.
count=$(find "$site" -type f | wc -l)
sites=("${crawl[@]}" --duplicates keep --max-pages "$count")
for ((i = 1; i < 8; ++i)); do sites+=("http://127.0.0.1:$((port + i))/$start"); done
for ((i = 0; i < rounds; ++i)); do
  run asof "${crawl[@]}"
  run asof-8 "${crawl[@]}" --parallel 8
  run asof-4-8 "${crawl[@]}" --compression 4 --parallel 8
  run asof-fast "${crawl[@]}" --compression fast
  run asof-fast-8 "${crawl[@]}" --compression fast --parallel 8
  run asof-zstd-8 "${crawl[@]}" --compression zstd --parallel 8
  run asof-zstd-fast-8 "${crawl[@]}" --compression zstd-fast --parallel 8
  if [[ -n $pipeline ]]; then
    awk '$4 ~ /^http/ { print $4 }' "$folder/work/a/logs"/*.log >"$folder/urls"
    run pipeline-6 "$pipeline" "$folder/urls" . 6
    run pipeline-fast "$pipeline" "$folder/urls" . fast
  fi
  run asof-fast-8-sites "${sites[@]}" --compression fast
  run wget-warc wget --mirror --page-requisites --no-parent --no-verbose -e robots=on \
    --warc-file=out --warc-cdx "$url"
  command -v wget2 >/dev/null && run wget2 wget2 --mirror --page-requisites --no-verbose \
    --max-threads=8 --robots=on "$url"
  command -v httrack >/dev/null && run httrack httrack "$url" -O . -q -%v0 -r20 -c8 -%c0 -A0 \
    --disable-security-limits --robots=0 '-*' "+127.0.0.1:$port/*" -I0
done

# Medians by pages per second, beside wget's.
sort "$folder/table" | awk '
  { n[$1]++; rates[$1, n[$1]] = $2 / $3; cpu[$1] += $4 / $2; bytes[$1] += $5 / $2; count[$1] = $2 }
  END {
    for (name in n) {
      m = n[name]
      for (i = 1; i <= m; i++) for (j = i + 1; j <= m; j++)
        if (rates[name, j] < rates[name, i]) { t = rates[name, i]; rates[name, i] = rates[name, j]; rates[name, j] = t }
      median[name] = rates[name, int((m + 1) / 2)]
    }
    printf "%-24s %6s %8s %12s %10s %7s\n", "program", "pages", "pages/s", "CPU us/page", "WARC B", "x wget"
    for (name in n)
      printf "%-24s %6d %8.0f %12.0f %10.0f %7.2f\n", name, count[name], median[name],
        1e6 * cpu[name] / n[name], bytes[name] / n[name], median[name] / median["wget-warc"]
  }' | { read -r head; echo "$head"; sort -k3 -n -r; }
