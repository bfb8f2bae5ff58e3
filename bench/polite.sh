#!/usr/bin/env bash
# Crawls many small hosts on loopback politely and prints how late requests were: the time from the
# polite moment (the end of a host's last answer, and the delay) to the next request to that host, by
# the server's clock, in whole milliseconds. What is early is counted.
#
#   polite.sh ASOF [--hosts N] [--pages N] [--delay SECONDS] [--scratch FOLDER]
#
#   ASOF       the program (build/release/bin/asof)
#   --hosts    127.1.0.1, 127.1.0.2 and so on, all on one port (1000)
#   --pages    of each (10)
#   --delay    between an answer and the next request (1)
#   --scratch  for files, best in memory (/dev/shm)
#
# Needs nginx.
set -euo pipefail

asof=$(readlink -f -- "$1")
shift
hosts=1000 pages=10 delay=1 scratch=/dev/shm
while (($# > 0)); do
  declare "${1#--}=$2"
  shift 2
done
command -v nginx >/dev/null || { echo "polite.sh: nginx is missing" >&2; exit 2; }

folder=$(mktemp -d "$scratch/asof-polite-XXXXXX")
port=$((20000 + RANDOM % 20000))
cleanup() {
  [[ -r $folder/pid ]] && kill "$(<"$folder/pid")" 2>/dev/null
  rm -rf -- "$folder"
}
trap cleanup EXIT
mkdir "$folder/site"
chmod 755 "$folder" "$folder/site"
for ((i = 0; i < pages - 1; ++i)); do
  echo "<p>page $i of a small site<p><a href=/>home</a>" >"$folder/site/$i.html"
  echo "<a href=/$i.html>page $i</a>" >>"$folder/site/index.html"
done
cat >"$folder/nginx.conf" <<CONF
worker_processes 1;
pid $folder/pid;
error_log $folder/error.log;
events { worker_connections 8192; }
http {
  include /etc/nginx/mime.types;
  log_format moments '\$server_addr \$msec \$request_time';
  access_log $folder/log moments buffer=1m flush=1s;
  keepalive_requests 1000000;
  client_body_temp_path $folder/a; proxy_temp_path $folder/b; fastcgi_temp_path $folder/c;
  uwsgi_temp_path $folder/d; scgi_temp_path $folder/e;
  server { listen $port backlog=8192; root $folder/site; }
}
CONF
nginx -c "$folder/nginx.conf" 2>/dev/null

{
  echo 'seeds = ['
  for ((i = 0; i < hosts; ++i)); do echo "  \"http://127.1.$((i / 250)).$((i % 250 + 1)):$port/\","; done
  echo ']'
} >"$folder/settings.toml"
/usr/bin/time -f '%e %U %S' -o "$folder/time" "$asof" crawl --settings "$folder/settings.toml" \
  --archive "$folder/archive" --delay "${delay}s" --scope host --revisit none --free-disk 0 --json \
  >"$folder/out" 2>&1 || true
nginx -c "$folder/nginx.conf" -s quit 2>/dev/null
while [[ -e $folder/pid ]]; do sleep 0.1; done  # by then its log is whole

read -r wall user system < <(tail -n 1 "$folder/time")
echo "$hosts hosts, $(wc -l <"$folder/log") requests in $wall s, $(awk "BEGIN{print $user + $system}") s of CPU"
sort -k1,1 -k2,2n "$folder/log" | awk -v delay="$delay" '
  $1 == host { printf "%.0f\n", ($2 - $3 - ended - delay) * 1000 }
  { host = $1; ended = $2 }' | sort -n | awk '
  { late[NR] = $1; if ($1 < -1) ++early; }  # two clocks of whole milliseconds: one may be lost
  function at(share) { return late[int(share * (NR - 1)) + 1] }
  END {
    printf "late by: median %d ms, 90 %% %d, 99 %% %d, 99.9 %% %d, most %d; early: %d of %d\n",
      at(.5), at(.9), at(.99), at(.999), late[NR], early, NR
  }'
