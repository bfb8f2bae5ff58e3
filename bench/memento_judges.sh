#!/usr/bin/env bash
# Has programs that we did not write judge `asof serve`: Memento clients, and pywb beside our CDX API.
#
#   memento_judges.sh ASOF FILE.warc.gz [PEERS]
#
#   ASOF    the program (build/release/bin/asof)
#   FILE    a WARC file; it is imported into a new archive
#   PEERS   a folder with the peers' programs, put before PATH: memgator, wayback and wb-manager (pywb), a
#           python3 that has memento_client
#
# A peer that is not there is named and left out. Exit code: 0 all agreed, 1 one did not, 77 none was there.
set -uo pipefail

asof=$(realpath -- "$1")
file=$(realpath -- "$2")
[[ -n ${3:-} ]] && PATH=$(realpath -- "$3"):$PATH
folder=$(mktemp -d)
children=()
cleanup() {
  ((${#children[@]})) && kill "${children[@]}" 2>/dev/null
  rm -rf -- "$folder"
}
trap cleanup EXIT
judged=0 failed=0
say() { printf '%-16s %s\n' "$1" "$2"; }
verdict() { # NAME CODE TEXT
  judged=$((judged + 1))
  if (($2 == 0)); then say "$1" "agrees: $3"; else failed=1; say "$1" "DIFFERS: $3"; fi
}
wait_for() { # URL
  for _ in {1..200}; do
    curl -s -o /dev/null "$1" && return
    sleep .1
  done
}

"$asof" import "$file" --archive "$folder/archive" --no-compare >/dev/null || exit 2
"$asof" serve --archive "$folder/archive" --listen 127.0.0.1:0 --json >"$folder/asof" 2>/dev/null &
children+=($!)
until [[ -s $folder/asof ]]; do sleep .05; done
own=$(sed 's/.*"url":"\([^"]*\)".*/\1/' "$folder/asof")
# A page with several captures, and the sites.
"$asof" export cdxj --archive "$folder/archive" >"$folder/index"
key=$(awk '{print $1}' "$folder/index" | grep -v '[?]' | uniq -c | sort -rn | awk 'NR == 1 {print $2}')
url=$(grep -F "$key " "$folder/index" | head -1 | sed 's/.*"url": "\([^"]*\)".*/\1/')
count=$(awk -v key="$key" '$1 == key' "$folder/index" | wc -l)
say asof "$own, $(wc -l <"$folder/index") captures; asked about $url ($count captures)"

if command -v memgator >/dev/null; then
  cat >"$folder/archives.json" <<JSON
[{"id": "asof", "name": "asof", "timemap": "$own/archive/timemap/link/", "timegate": "$own/archive/", "probability": 1}]
JSON
  found=$(memgator -a "$folder/archives.json" -f cdxj "$url" 2>/dev/null | grep -c '^[0-9]')
  verdict memgator "$((found != count))" "$found mementos of $count"
else
  say memgator "skipped: not there"
fi

if python3 -c 'import memento_client' 2>/dev/null; then
  # The client asks the original first, so that must be there: a page on loopback, with three captures.
  python3 - "$asof" "$folder" <<'PYTHON' >"$folder/client" 2>&1
import datetime, http.server, json, subprocess, sys, threading
from memento_client import MementoClient
asof, folder = sys.argv[1:]
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.send_header("Content-Length", "0"); self.end_headers()
    do_HEAD = do_GET
    def log_message(self, *words): pass
site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
threading.Thread(target=site.serve_forever, daemon=True).start()
url = f"http://127.0.0.1:{site.server_port}/"
dates = [datetime.datetime(2020, 1, 1), datetime.datetime(2020, 6, 1, 12), datetime.datetime(2022, 3, 5, 6, 7, 8)]
with open(folder + "/page.warc", "w", newline="") as out:
    for number, date in enumerate(dates):
        block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{number}"
        out.write(f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-00000000000{number}>\r\n"
                  f"WARC-Date: {date.isoformat()}Z\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http;msgtype=response\r\n"
                  f"Content-Length: {len(block)}\r\n\r\n{block}\r\n\r\n")
subprocess.run([asof, "import", folder + "/page.warc", "--archive", folder + "/page"], check=True, capture_output=True)
wrong = asked = 0
for style in ("302", "200"):
    server = subprocess.Popen([asof, "serve", "--archive", folder + "/page", "--listen", "127.0.0.1:0", "--json",
                               "--timegate", style], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    said = json.loads(server.stdout.readline())
    gate = said["url" if style == "302" else "replay"] + "/archive/"
    client = MementoClient(timegate_uri=gate, check_native_timegate=False)
    for date in dates:
        for off in (-3600, 0, 3600):
            mementos = client.get_memento_info(url, date + datetime.timedelta(seconds=off))["mementos"]
            asked += 1
            expected = f"{said['replay']}/archive/{date:%Y%m%d%H%M%S}/{url}"
            fits = mementos["closest"]["datetime"] == date and expected in mementos["closest"]["uri"]
            if style == "200": fits = mementos["closest"]["datetime"] == date
            if not fits or mementos["first"]["datetime"] != dates[0] or mementos["last"]["datetime"] != dates[-1]:
                wrong += 1
                print(style, date, off, mementos)
    server.terminate(); server.wait()
print(f"{asked} dates in both styles, {wrong} led elsewhere")
sys.exit(wrong > 0)
PYTHON
  verdict memento_client $? "$(tail -1 "$folder/client")"
else
  say memento_client "skipped: not there"
fi

if command -v wayback >/dev/null && command -v wb-manager >/dev/null; then
  (cd "$folder" && wb-manager init peer && wb-manager add peer "$file") >/dev/null 2>&1
  port=$((20000 + RANDOM % 10000))
  (cd "$folder" && exec wayback -b 127.0.0.1 -p "$port") >/dev/null 2>&1 &
  children+=($!)
  wait_for "http://127.0.0.1:$port/"
  host=$(sed 's|^[a-z]*://\([^/]*\).*|\1|' <<<"$url")
  for query in "url=$url" "url=$url&limit=3" "url=$url&sort=reverse&limit=2" "url=$url&from=2020&to=2022" \
    "url=$url&sort=closest&closest=20210615&limit=5" "url=$host/*&limit=50" "url=$host&matchType=host&filter==status:404" \
    "url=*.$host&filter=mime:html&limit=40" "url=$host/*&filter=!=status:200&limit=40" "url=$host/*&filter=~url:.*/$&limit=40" \
    "url=$host/*&filter=!~mime:text/.*&limit=40" "url=$url&filter==status:999"; do
    for name in peer:$port archive:; do
      base=$([[ $name == archive: ]] && echo "$own/archive" || echo "http://127.0.0.1:$port/peer")
      # Keys and digests may be written otherwise; which captures, and in which order, must be the same.
      curl -sg "$base/cdx?$query&output=json" |
        sed -n 's/.*"timestamp": *"\([0-9]*\)".*"url": *"\([^"]*\)".*/\1 \2/p' >"$folder/${name%%:*}.lines"
    done
    cmp -s "$folder/peer.lines" "$folder/archive.lines"
    code=$?
    # Where a filter matches nothing, pywb answers with lines that do not match it.
    if [[ $code == 1 && $query == *filter=* && ! -s $folder/archive.lines ]]; then
      say pywb "known fault: nothing matches, pywb answers $(wc -l <"$folder/peer.lines") lines: $query"
      continue
    fi
    verdict pywb $code "$(wc -l <"$folder/archive.lines") lines, pywb $(wc -l <"$folder/peer.lines"): $query"
  done
else
  say pywb "skipped: not there"
fi
((judged == 0)) && exit 77
exit "$failed"
