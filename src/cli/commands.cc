// The table of commands.
#include <array>
#include <vector>

#include "cli/command.h"

namespace asof::cli {
namespace {

constexpr Flag kThreads{"--threads", "N", "0", "threads to use; 0 means one per core"};

constexpr std::array kImportFlags = {
    kArchive, Flag{"--copy", "", "", "copy the files into the archive instead of linking to them"},
    kNoWeigh, kRender,
    kAds,     kThreads,
    kJson};
constexpr std::array kReindexFlags = {kArchive, kNoWeigh, kRender, kAds, kThreads, kJson};
constexpr std::array kIndexFlags = {
    Flag{"--format", "NAME", "cdxj", "cdxj or cdx11"},
    Flag{"--unsorted", "", "", "lines in the order of the files, as they are read"}, kThreads};
constexpr std::array kCheckFlags = {
    kJson, Flag{"--quiet", "", "", "print verdicts only, not each problem"}};
constexpr std::array kVerifyFlags = {
    Flag{"--archive", "DIR", "", "the archive's directory; default: two above the certificate"},
    kJson};
constexpr std::array kExtractFlags = {
    kArchive,
    Flag{"--at", "TIME", "",
         "the capture nearest to it: 2026, 20261115093000, 2026-11-15T09:30:00Z"},
    Flag{"--payload", "", "", "the payload, decoded, instead of the whole record"},
    Flag{"--headers", "", "", "the record's head and the HTTP head only"}};
constexpr std::array kDiffFlags = {
    kArchive,
    kJson,
    Flag{"--xml", "", "", "print the delta as XML"},
    Flag{"--html", "FILE", "", "write both versions side by side, changes outlined"},
    Flag{"--rows", "N", "10", "changed blocks to print"},
    Flag{"--render", "ENGINE", "auto",
         "in-process; chromium; auto: chromium where a page needs scripts, flex or grid"},
    Flag{"--ads", "FILE", "", "rules about advertisements, besides the built-in ones"},
    Flag{"--at-least", "X", "", "exit with 1 where the importance is below it"},
    Flag{"--weights", "MODEL", "reader", "what blocks count: reader, spatial, text, area, uniform"},
    Flag{"--reading", "NAME", "words", "what operations count: words (came and went), jcdl, dexa"},
    Flag{"--operations", "HOW", "present", "N_Op of the estimator: present, or three"}};
constexpr std::array kExportFlags = {
    kArchive, Flag{"--out", "FILE", "-", "where to write; - is standard output (cdxj only)"},
    Flag{"--site", "HOST", "", "this site only"}, Flag{"--title", "TEXT", "", "title of the WACZ"},
    Flag{"--now", "TIME", "", "the date written into the WACZ, instead of the clock's"}};
constexpr std::array kReportFlags = {
    kArchive,
    kJson,
    Flag{"--site", "HOST", "", "this site only"},
    Flag{"--url", "URL", "", "this page only: versions, how crawls came to it, links"},
    Flag{"--html", "FILE", "", "write the quality as a page for people, too"},
    Flag{"--no-quality", "", "", "leave it out: it takes three times as long as the rest"},
    Flag{"--rows", "N", "10", "rows of each table"}};
constexpr std::array kDemoFlags = {
    Flag{"--dir", "DIR", "", "where to build the demo archive; default: a fresh temporary folder"},
    Flag{"--seed", "N", "1", "seed of the demo site"}};

// Their flags come from the crawl's own rows.
Command crawl_command() {
  return {"crawl",
          "URL...",
          "capture sites, so that their pages belong together",
          "Visits pages in an order that keeps them coherent, visits them again to prove it, and\n"
          "ends with a certificate that says as of when. Obeys robots.txt, waits between\n"
          "requests, and goes on after a kill with --resume. Exit codes: 0 done, 2 could not\n"
          "begin, 3 the disk failed, 11 interrupted, 12 to 16 a limit was reached.",
          "asof crawl https://example.org/\n"
          "asof crawl https://example.org/ --delay 5s --max-pages 1000\n"
          "asof crawl --settings weekly.toml\nasof crawl --resume\n"
          "asof crawl --why https://example.org/missing.html",
          crawl_flags(),
          run_crawl};
}

constexpr std::array kCommands = {
    Command{
        "demo", "", "capture a newspaper that edits itself; import, check, report",
        "Serves a little newspaper on a clock of its own and captures it twice, in the order of\n"
        "its links and in ours, then runs the commands you would run on files of your own, and\n"
        "says which.",
        "asof demo\nasof demo --dir demo-archive", kDemoFlags, run_demo},
    Command{
        "import", "FILE...", "bring WARC, ARC, WACZ files and crawl.logs into an archive",
        "Files are linked where they are, or copied with --copy. Importing a file twice changes\n"
        "nothing; an import that was cut off goes on where it stopped. Pages that came in several\n"
        "versions are compared; 'asof report' says which changes matter most.",
        "asof import *.warc.gz\n"
        "asof import --archive news --copy crawl.wacz crawl.log",
        kImportFlags, run_import},
    Command{
        "report", "", "say what is in an archive, and how good it is",
        "Sites, crawls, captures, versions, types, statuses, time spans, duplicates, revisits,\n"
        "damage found; as of when each crawl's pages are known to have stood together, which of\n"
        "them moved meanwhile, what share of all versions was caught; and which changes matter\n"
        "most.",
        "asof report\nasof report --site example.org\nasof report --url https://example.org/\n"
        "asof report --html report.html\n"
        "asof report --json | jq .captures",
        kReportFlags, run_report},
    Command{"check", "FILE...", "say whether WARC, ARC and WACZ files are sound, digest by digest",
            "Answers 0 when every file is sound, 1 when one can be read but is not sound, 2 when\n"
            "one cannot be read. Of a WACZ it compares every file with the digest and size the\n"
            "manifest states, reads the index, and checks each WARC. - is standard input.",
            "asof check *.warc.gz\nasof check --json crawl.warc.gz", kCheckFlags, run_check},
    Command{
        "verify", "CERTIFICATE", "check a certificate again, from the WARC files alone",
        "Reads the crawl's WARC files, computes every digest and the whole certificate again, and\n"
        "compares. Answers 0 when it is sound, 1 when one byte differs anywhere (and says where),\n"
        "2 when something cannot be read.",
        "asof verify archive/certificates/example.org-20261115093000.json", kVerifyFlags,
        run_verify},
    Command{"index", "FILE...", "print the CDXJ index of WARC and ARC files",
            "One line per capture, sorted as every tool expects. Needs no archive.",
            "asof index crawl.warc.gz > crawl.cdxj\nasof index --format cdx11 *.warc.gz",
            kIndexFlags, run_index},
    Command{
        "extract", "URL|FILE OFFSET", "print one record or its payload",
        "By URL and time from an archive, or by file and offset. A revisit gives its original's\n"
        "payload.",
        "asof extract https://example.org/ --at 2026-11-15 --payload\n"
        "asof extract crawl.warc.gz 48213",
        kExtractFlags, run_extract},
    Command{
        "diff", "A B | URL [TIME TIME]",
        "say what changed between two versions, and how much it matters",
        "Lays both out, finds the blocks a reader sees, and names what came, went, moved and "
        "changed\n"
        "in them; then weighs it, from 0 (nothing) to 1 (another page). A and B are files, "
        "records\n"
        "of WARC files (FILE@OFFSET) or captures of an archive (URL@TIME, the nearest one); a URL\n"
        "alone stands for its last two versions. Plain texts and feeds are compared by their "
        "words,\n"
        "images and PDF files by digest.\n"
        "Signs: + came, - went, > moved, % split or merged, ~ changed; [-old] [+new].",
        "asof diff monday.html tuesday.html --html changes.html\n"
        "asof diff https://example.org/ 2026-11-01 2026-11-15\n"
        "asof diff https://example.org/ --at-least .05 && mail -s changed me < /dev/null\n"
        "asof diff crawl.warc.gz@48213 crawl.warc.gz@91022 --json",
        kDiffFlags, run_diff},
    Command{
        "export", "cdxj|wacz", "write an archive's index, or all of it, for other tools",
        "cdxj: one line per capture, sorted. wacz: WARC files, index and pages in one file that\n"
        "ReplayWeb.page and others open.",
        "asof export cdxj --out index.cdxj\n"
        "asof export wacz --out archive.wacz --title \"Our site\"",
        kExportFlags, run_export},
    Command{"reindex", "", "make the catalog again from the WARC files alone",
            "The new catalog takes the old one's place once it is whole.", "asof reindex",
            kReindexFlags, run_reindex},
    Command{"lab",
            "COMMAND",
            "strategies and measures on known histories: 'asof help lab'",
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
