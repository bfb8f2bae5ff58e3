#!/usr/bin/env bash
# Measures the server beside nginx: the same payloads, from memory and as files, under the same load.
#
#   serve.sh BIN [--payloads N] [--bytes N] [--connections N] [--threads N] [--seconds N] [--rounds N]
#                [--idle N] [--scratch FOLDER]
#
#   BIN            where the programs are (build/bench/bin)
#   --payloads     files (200), each of about --bytes (29000)
#   --connections  at once (64), kept alive
#   --threads      of either server (2)
#   --seconds      of load for each measurement (3); the two take turns for --rounds (3)
#   --idle         connections for the row about memory (5000)
#   --scratch      for files, best in memory (/dev/shm)
#
# Prints requests per second and CPU milliseconds of the server per request. On a busy machine read
# the CPU and the ratio. Needs nginx and wrk.
set -euo pipefail

bin=$(cd -- "$1" && pwd -P)
shift
payloads=200 bytes=29000 connections=64 threads=2 seconds=3 rounds=3 idle=5000 scratch=/dev/shm
while (($# > 0)); do
  declare "${1#--}=$2"
  shift 2
done
for program in nginx wrk; do
  command -v $program >/dev/null || { echo "serve.sh: $program is missing" >&2; exit 2; }
done

folder=$(mktemp -d "$scratch/asof-serve-XXXXXX")
server=
cleanup() {
  [[ -r $folder/pid ]] && kill "$(<"$folder/pid")" 2>/dev/null
  [[ -n $server ]] && kill "$server" 2>/dev/null
  rm -rf -- "$folder"
}
trap cleanup EXIT
mkdir "$folder/site"
chmod 755 "$folder" "$folder/site"
for ((i = 0; i < payloads; ++i)); do
  head -c $((bytes * 3 / 4)) /dev/urandom | base64 -w 0 >"$folder/site/$i"
done

port=$((20000 + RANDOM % 10000))
cat >"$folder/nginx.conf" <<CONF
worker_processes $threads;
pid $folder/pid;
error_log $folder/error.log;
events { worker_connections 4096; }
http {
  default_type text/html;
  access_log off;
  sendfile on;
  tcp_nopush on;
  open_file_cache max=10000;
  keepalive_requests 100000000;
  client_body_temp_path $folder/a; proxy_temp_path $folder/b; fastcgi_temp_path $folder/c;
  uwsgi_temp_path $folder/d; scgi_temp_path $folder/e;
  server { listen 127.0.0.1:$port reuseport; root $folder/site; }
}
CONF
nginx -c "$folder/nginx.conf" 2>/dev/null

"$bin/serve_bench" "$folder/site" 1 "$idle" </dev/null | tail -1
mkfifo "$folder/end"
"$bin/serve_bench" "$folder/site" "$threads" <"$folder/end" >"$folder/url" &
server=$!
exec 9>"$folder/end"
until [[ -s $folder/url ]]; do sleep .05; done

cat >"$folder/load.lua" <<LUA
local next_payload = 0
request = function()
  next_payload = (next_payload + 1) % $payloads
  return wrk.format("GET", "/" .. next_payload)
end
done = function(summary)
  local errors = summary.errors
  io.write(string.format("%d %f %d\n", summary.requests, summary.duration / 1e6,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
LUA

# User and system time of these processes, in ticks.
ticks() {
  local pid sum=0
  for pid in "$@"; do
    set -- $(sed 's/.*) //' "/proc/$pid/stat")
    sum=$((sum + ${12} + ${13}))
  done
  echo "$sum"
}

# load NAME URL PID...: a row of name, requests, seconds, errors, ticks.
load() {
  local name=$1 url=$2 before after row
  shift 2
  before=$(ticks "$@")
  row=$(wrk -t 1 -c "$connections" -d "${seconds}s" -s "$folder/load.lua" "$url" | tail -1)
  after=$(ticks "$@")
  echo "$name $row $((after - before))" >>"$folder/rows"
}

workers=$(pgrep -P "$(<"$folder/pid")")
for ((round = 0; round < rounds; ++round)); do
  load nginx "http://127.0.0.1:$port/0" $workers
  load asof "$(<"$folder/url")/0" "$server"
done
awk -v hertz="$(getconf CLK_TCK)" '
  { requests[$1] += $2; seconds[$1] += $3; errors[$1] += $4; ticks[$1] += $5 }
  END {
    printf "%-8s %12s %14s %8s\n", "server", "requests/s", "CPU ms/request", "errors"
    for (name in requests) {
      rate[name] = requests[name] / seconds[name]
      cpu[name] = ticks[name] / hertz * 1000 / requests[name]
      printf "%-8s %12.0f %14.4f %8d\n", name, rate[name], cpu[name], errors[name]
    }
    printf "asof/nginx: %.2f of the requests, %.2f of the CPU\n", rate["asof"] / rate["nginx"],
           cpu["asof"] / cpu["nginx"]
  }' "$folder/rows"
