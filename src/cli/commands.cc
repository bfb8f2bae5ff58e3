// The table of commands.
#include <array>
#include <vector>

#include "cli/command.h"

namespace asof::cli {
namespace {

constexpr Flag kThreads{"--threads", "N", "0", "threads to use; 0 means one per core"};

constexpr std::array kImportFlags = {
    kArchive, Flag{"--copy", "", "", "copy the files into the archive instead of linking to them"},
    kCompare, kNoCompare,
    kRender,  kAds,
    kByHand,  kThreads,
    kJson};
constexpr std::array kDeriveFlags = {kArchive, kRender, kAds, kByHand, kThreads, kJson};
constexpr std::array kReindexFlags = {kArchive, kCompare, kNoCompare, kRender,
                                      kAds,     kByHand,  kThreads,   kJson};
constexpr std::array kIndexFlags = {
    Flag{"--format", "NAME", "cdxj", "cdxj or cdx11"},
    Flag{"--unsorted", "", "", "print lines in the order of the files, without sorting"}, kThreads};
constexpr std::array kCheckFlags = {
    kArchive,
    Flag{"--all", "", "",
         "check the whole archive (--archive) and note the result in its checks.jsonl; for regular "
         "checks by cron or a timer"},
    kJson, Flag{"--quiet", "", "", "print the verdict on each file only, not each problem"}};
constexpr std::array kVerifyFlags = {
    Flag{"--archive", "DIR", "",
         "the directory of the archive; default: the one that holds certificates/"},
    kJson};
constexpr std::array kExtractFlags = {
    kArchive,
    Flag{"--at", "TIME", "",
         "take the capture nearest to this time: 2026-11-15T09:30:00Z, 20261115093000, 2026 (its "
         "middle)"},
    Flag{"--payload", "", "", "the payload, decoded, instead of the whole record"},
    Flag{"--headers", "", "", "only the WARC header and the HTTP header"}};
constexpr std::array kProveFlags = {
    kArchive,
    Flag{"--phrase", "TEXT", "", "the words to look for"},
    Flag{"--at", "TIME", "",
         "at this time: 2026-11-15T09:30:00Z is a moment, 2026-11-15 the whole day"},
    Flag{"--from", "TIME", "", "over a time that begins here"},
    Flag{"--to", "TIME", "", "and ends with this: 2026-11-15 includes that day"},
    Flag{"--site", "HOST", "", "on any page of this site that was captured, instead of one URL"},
    Flag{"--out", "FILE", "",
         "also write a ZIP file with everything the answer rests on, to hand on and to check"},
    Flag{"--now", "TIME", "", "the date to write into that file; default: now"},
    kJson};
constexpr std::array kDiffFlags = {
    kArchive,
    kJson,
    Flag{"--xml", "", "", "print the same as XML"},
    Flag{"--apply", "DELTA", "",
         "print the blocks of the new version, made from the old one (the only operand) and what "
         "--json printed"},
    Flag{"--html", "FILE", "", "write a page with both versions side by side, changes outlined"},
    Flag{"--rows", "N", "10", "changed blocks to print"},
    Flag{"--render", "ENGINE", "auto",
         "what lays pages out: in-process; chromium; auto: chromium if a page needs scripts, flex "
         "or grid"},
    Flag{"--ads", "FILE", "", "a file with further rules about advertisements"},
    Flag{"--at-least", "X", "",
         "exit with 1 if the change matters with a lower probability (0 to 1)"},
    Flag{"--weights", "MODEL", "reader",
         "how blocks are weighted: reader, spatial, text, area, uniform"},
    Flag{"--by-hand", "FILE", "", "a file with weights of parts of pages, by selectors"},
    Flag{"--reading", "NAME", "words",
         "how operations are weighted: words (inserted and deleted words), or as in the papers "
         "jcdl, dexa"},
    Flag{"--operations", "HOW", "present",
         "number of kinds of operation to divide by: present (those that occur), or three"}};
constexpr std::array kExportFlags = {
    kArchive, Flag{"--out", "FILE", "-", "where to write; - is standard output (cdxj only)"},
    Flag{"--site", "HOST", "", "this site only"}, Flag{"--title", "TEXT", "", "title of the WACZ"},
    Flag{"--now", "TIME", "", "the date to write into the WACZ; default: now"}};
constexpr std::array kReportFlags = {
    kArchive,
    kJson,
    Flag{"--site", "HOST", "", "this site only"},
    Flag{"--url", "URL", "", "this page only: its versions, how crawls found it, its links"},
    Flag{"--html", "FILE", "", "also write quality and changes as an HTML page"},
    Flag{"--no-quality", "", "",
         "do not assess the quality; the report is done in a quarter of the time"},
    Flag{"--rows", "N", "10", "rows of each table"}};
constexpr std::array kServeFlags = {
    kArchive,
    Flag{"--listen", "ADDRESS", "127.0.0.1:8080",
         "where the archive's own pages are served; port 0 means any free port"},
    Flag{"--replay-listen", "ADDRESS", "",
         "where archived content is served; default: a free port beside --listen"},
    Flag{
        "--replay-domain", "DOMAIN", "",
        "for readers on other machines: a domain of its own for archived pages, with wildcard DNS; "
        "default: localhost"},
    Flag{"--public", "URL", "", "the address that readers use, if a proxy stands in front"},
    Flag{"--collection", "NAME", "archive", "the name of the archive in addresses"},
    Flag{"--policy", "NAME", "likelihood",
         "how links lead to versions: likelihood, nearest, recent, first-after, pattern"},
    Flag{"--timegate", "STYLE", "302", "how TimeGates answer: 302 (redirect) or 200 (content)"},
    Flag{"--timemap-page", "N", "10000", "mementos on one page of a TimeMap"},
    Flag{"--access", "FILE", "",
         "rules about what may be shown; default: access.aclj in the archive, if it is there"},
    Flag{"--access-log", "FILE", "", "add a line for each request (Combined Log Format)"},
    kThreads,
    kJson};
constexpr std::array kAccessFlags = {
    kArchive,
    Flag{"--access", "FILE", "",
         "other rules than those in access.aclj of the archive: to try them before they are used"},
    Flag{"--list", "", "", "print each capture that is withheld, and where it lies"}, kJson};
constexpr std::array kPatternFlags = {
    kArchive,
    kJson,
    Flag{"--site", "HOST", "", "this site only; its pages learn from each other alone"},
    Flag{"--period", "TIME", "1h", "length of the periods of --series and --by-average"},
    Flag{"--series", "", "", "print the importance found in each period instead"},
    Flag{"--by-average", "", "",
         "average each period of the day over the days, for visits once per period"},
    Flag{"--zone", "ZONE", "UTC",
         "time zone: Europe/Paris, +05:30; HOST=ZONE for one site; may be repeated"},
    Flag{"--holidays", "FILE", "", "a file with one date per line, 2026-12-25, that is a holiday"},
    Flag{"--keywords", "WORDS", "",
         "weight of a page: how near its text is to these words, instead of its links"},
    Flag{"--weights", "FILE", "", "weights of pages by hand: a number and an address per line"},
    Flag{"--rows", "N", "10", "rows of each table"}};
constexpr std::array kDemoFlags = {
    Flag{"--dir", "DIR", "", "where to put the files of the demo; default: a new temporary folder"},
    Flag{"--seed", "N", "1",
         "number from which the site is made up; another one gives another site"}};

constexpr std::array kWatchFlags = {
    kArchive,
    Flag{"--dry-run", "", "",
         "print what would be visited in the next day and why, and visit nothing"},
    Flag{"--until", "TIME", "", "stop at this time; default: run until interrupted"},
    Flag{"--clock", "URL", "", "use the clock of 'asof lab origin'"},
    Flag{"--json", "", "", "print one JSON event per line, and the result as one object"}};

// Their flags come from the crawl's own rows.
Command crawl_command() {
  return {
      "crawl",
      "URL...",
      "capture sites, and certify which pages were online together, and when",
      "Visits the pages of a site, visits them again in an order that shows which of them "
      "were\nonline together, and ends with a certificate that says as of when. Obeys "
      "robots.txt and\nwaits between requests. URL is a seed: the crawl starts there and follows "
      "links.\n\nAfter an exit code of 3 or more, and after a kill, --resume continues. Exit "
      "codes:\n"
      "   0  done\n"
      "   2  could not begin: wrong arguments, no such site, the archive is in use\n"
      "   3  the disk is full or failed\n"
      "  11  interrupted (Ctrl-C); 13: interrupted twice, ended at once\n"
      "  12  --max-pages was reached; 14: --max-bytes; 15: --max-time; 16: --free-disk",
      "asof crawl https://example.org/\n"
      "asof crawl https://example.org/ --delay 5s --max-pages 1000\n"
      "asof crawl --settings weekly.toml\nasof crawl --resume\n"
      "asof crawl --why https://example.org/missing.html",
      crawl_flags(),
      run_crawl};
}

constexpr std::array kCommands = {
    Command{"demo", "", "a tour: capture a made-up newspaper, then import, check, report",
            "Serves a small made-up newspaper on a clock of its own and captures it twice: in the "
            "order\nof its links, and in the order that proves most pages. Then runs the commands "
            "that you\nwould run on your own files, and prints each of them.",
            "asof demo\nasof demo --dir demo-archive", kDemoFlags, run_demo},
    Command{
        "import", "FILE...", "add WARC, ARC and WACZ files and crawl.logs to an archive",
        "The archive gets links to the files, or copies with --copy; the files themselves are "
        "not changed.\nImporting a file twice changes nothing. After an interruption, the same "
        "command continues.\n\nAt the end each new version of a page is compared with the "
        "version before it, so that\n'asof report' can say which changes matter most. This takes "
        "time: if there are more than 200\nnew versions, it is left to 'asof derive', unless "
        "--compare is given. Exit codes: 0 all files\nwere imported or already there, 2 a file "
        "could not be imported.",
        "asof import *.warc.gz\n"
        "asof import --archive news --copy crawl.wacz crawl.log",
        kImportFlags, run_import},
    Command{
        "derive", "", "compare new versions of pages, if that was left for later",
        "Compares every new version of a page with the version before it, so that 'asof "
        "report' can say\nwhich changes matter most. A crawl or import of many pages leaves this "
        "for later. Also writes the\ncertificate of a crawl that was killed just before it. "
        "After an interruption, the same command\ncontinues; nothing is compared twice.\n\nExit "
        "codes: 0 done, 2 failed, 11 interrupted (Ctrl-C), 13 interrupted twice.",
        "asof derive\nasof derive --archive news --threads 4", kDeriveFlags, run_derive},
    Command{"report", "", "say what is in an archive, and how good it is",
            "Prints sites, crawls, captures, versions, types, statuses, time spans, duplicates, "
            "revisits\nand damage found; as of when the pages of each crawl are known to have been "
            "online\ntogether, which of them changed during the crawl, what share of all versions "
            "was captured;\nand which changes most probably matter to a reader.",
            "asof report\nasof report --site example.org\nasof report --url https://example.org/\n"
            "asof report --html report.html\n"
            "asof report --json | jq .captures",
            kReportFlags, run_report},
    Command{"pattern", "[URL]", "say when a page or a site changes, how much, and when it rests",
            "Learns from the captures of an archive at which hours and days its pages change, with "
            "the\nuncertainty of every value. A page that was seen rarely borrows from pages like "
            "it. Without a\nURL: off-peak hours, patterns that pages share, and pages by "
            "importance. A change that was not\ncompared yet ('asof derive') counts by the mean "
            "importance. Hours are in UTC unless --zone is\ngiven.",
            "asof pattern\nasof pattern https://example.org/ --zone Europe/Paris\n"
            "asof pattern --site example.org --holidays holidays.txt\n"
            "asof pattern https://example.org/ --series --period 1d\n"
            "asof pattern --keywords \"flood rescue\" --json | jq .off_peak",
            kPatternFlags, run_pattern},
    Command{
        "check", "FILE|DIR...",
        "check whether WARC, ARC and WACZ files or a whole archive are sound",
        "WARC, ARC: reads every record and computes every digest that the records state.\n"
        "WACZ: compares every file in it with the digest and size in the manifest, reads the "
        "index,\nand checks each WARC file.\n"
        "A whole archive (DIR, or --all): compares every WARC file with the SHA-256 that the "
        "catalog\nhas had since the file was written or imported, and the catalog with its "
        "checksums.\n- is standard input. Exit codes: 0 all is sound, 1 something is not sound, 2 "
        "a file cannot be read.",
        "asof check *.warc.gz\nasof check --json crawl.warc.gz\n"
        "asof check archive\nasof check --all --archive archive",
        kCheckFlags, run_check},
    Command{"verify", "CERTIFICATE", "check a certificate again, from the WARC files alone",
            "Reads the WARC files of the crawl, computes every digest and the whole certificate "
            "again,\nand compares. Exit codes: 0 the certificate is sound, 1 something differs (it "
            "says where),\n2 something cannot be read.",
            "asof verify archive/certificates/example.org-20261115093000.json", kVerifyFlags,
            run_verify},
    Command{
        "watch", "FILE.toml", "follow pages and sites under a budget, for as long as it runs",
        "Visits the pages that FILE names again and again, within the budget that it sets, where a "
        "new\nversion is most likely to be lost otherwise. Captures whole sites at their interval. "
        "Tells people\nof changes that matter. Reads FILE again when it changes. After a kill or "
        "Ctrl-C the same command\ngoes on. docs/watching.md explains the file.",
        "asof watch news.toml\nasof watch news.toml --dry-run", kWatchFlags, run_watch},
    Command{
        "serve", "", "show an archive in the browser, and to programs",
        "Serves the archive on this machine: pages as they were, with their images and styles, "
        "for\nbrowsers; Memento (TimeGate, TimeMaps), the CDX API and raw captures for programs. A "
        "link leads\nto the version that most probably was online together with the page it is "
        "on. Archived pages\nare kept apart from the archive's own pages and from each other, and "
        "reach nothing on the live\nweb. docs/replay.md has the addresses. Ctrl-C stops.",
        "asof serve\nasof serve --archive news --listen 127.0.0.1:9000\n"
        "asof serve --json --listen 127.0.0.1:0",
        kServeFlags, run_serve},
    Command{"access", "", "say what the access rules of an archive withhold",
            "Prints each rule of the archive's access.aclj: what it says, since when and why, and "
            "how many\ncaptures it decides on. asof serve shows none of them; the WARC files keep "
            "them. A rule that\nfits no capture is named, since it may be misspelt. "
            "docs/replay.md explains the rules.",
            "asof access\nasof access --list\nasof access --access proposed.aclj --json",
            kAccessFlags, run_access},
    Command{"index", "FILE...", "print the CDXJ index of WARC and ARC files",
            "Prints one line per capture, sorted by key. Needs no archive.",
            "asof index crawl.warc.gz > crawl.cdxj\nasof index --format cdx11 *.warc.gz",
            kIndexFlags, run_index},
    Command{"extract", "URL|FILE OFFSET", "print one record or its payload",
            "Finds the record by URL and time in an archive, or by file and offset. For a revisit "
            "it\nprints the payload of the original.",
            "asof extract https://example.org/ --at 2026-11-15 --payload\n"
            "asof extract crawl.warc.gz 48213",
            kExtractFlags, run_extract},
    Command{
        "prove", "URL", "say whether a phrase stood on a page at a time, with the evidence",
        "Answers yes, no or unknown. A yes or no rests on captures with equal bytes before and "
        "after the\ntime (proven), on the audited word of the server (attested), or on a capture "
        "at that very time\n(captured); what is only likely is called unknown. Looks at the text "
        "that a reader sees, with\nwhite space and Unicode normalised; text that is in the source "
        "and hidden is reported as hidden.\ndocs/proving.md says what an answer means. Exit "
        "codes:\n"
        "   0  present, at all of the time asked for or at a part of it\n"
        "   1  absent\n"
        "   2  failed: wrong arguments, no capture of the page, something cannot be read\n"
        "   3  unknown: the evidence does not say\n"
        "   4  in the source of the page, but hidden from readers",
        "asof prove https://example.org/ --phrase \"sold out\" --at 2026-11-15T09:30:00Z\n"
        "asof prove https://example.org/ --phrase \"sold out\" --from 2026-11 --to 2026-12 --json\n"
        "asof prove --site example.org --phrase \"sold out\" --at 2026-11-15T09:30:00Z --out "
        "proof.zip",
        kProveFlags, run_prove},
    Command{
        "diff", "A B | URL [TIME TIME]",
        "say what changed between two versions, and how much it matters",
        "Lays both versions out, finds the blocks that a reader sees, and says which were "
        "inserted,\ndeleted, moved or changed. Importance says how much of the page changed, from "
        "0 (nothing) to\n1 (all of it). Matters is the probability that a reader calls the change "
        "meaningful. A and B\nare files, records of WARC files (FILE@OFFSET) or captures of an "
        "archive (URL@TIME, the\nnearest one). A URL alone means its last two versions. Plain "
        "texts and "
        "feeds are compared\nby their words, images and PDF files by digest.\nSigns: + inserted, - "
        "deleted, > moved, % split or merged, ~ changed; [-old] [+new].",
        "asof diff monday.html tuesday.html --html changes.html\n"
        "asof diff https://example.org/ 2026-11-01 2026-11-15\n"
        "asof diff https://example.org/ --at-least .5 && mail -s changed me < /dev/null\n"
        "asof diff crawl.warc.gz@48213 crawl.warc.gz@91022 --json",
        kDiffFlags, run_diff},
    Command{
        "export", "cdxj|wacz", "write the index of an archive, or all of it, for other tools",
        "cdxj: one line per capture, sorted. wacz: WARC files, index and pages in one file that\n"
        "ReplayWeb.page and others open.",
        "asof export cdxj --out index.cdxj\n"
        "asof export wacz --out archive.wacz --title \"Our site\"",
        kExportFlags, run_export},
    Command{"reindex", "", "rebuild the catalog from the WARC files alone",
            "The new catalog replaces the old one when it is complete. Versions are compared as "
            "after an\nimport.",
            "asof reindex\nasof reindex --compare", kReindexFlags, run_reindex},
    Command{"lab",
            "COMMAND",
            "compare crawling strategies on known histories: 'asof help lab'",
            "",
            "",
            {},
            run_lab},
};

}  // namespace

std::span<const Command> commands() {
  static const std::vector<Command> all = [] {
    std::vector<Command> rows(kCommands.begin(), kCommands.end());
    rows.insert(rows.begin() + 1, crawl_command());
    return rows;
  }();
  return all;
}

const Command* find_command(std::string_view name) {
  for (auto table : {commands(), lab_commands()})
    for (const Command& command : table)
      if (command.name == name) return &command;
  return nullptr;
}

Result<Found> find_command(std::span<const std::string> words) {
  if (words.size() > 1)
    if (const auto* command = find_command(words[0] + " " + words[1])) return Found{command, 2};
  const auto* command = find_command(words[0]);
  if (command == nullptr)
    return Error{Errc::Invalid, "there is no command '" + words[0] + "'; 'asof help' lists them"};
  return Found{command, 1};
}

}  // namespace asof::cli
