// The table of the laboratory's commands.
#include <array>

#include "cli/command.h"
#include "cli/lab_shared_internal.h"

namespace asof::cli {
namespace {

constexpr std::array kStrategiesFlags = {kJson};
constexpr std::array kMeasureFlags = {kJson};

constexpr std::array kScheduleFlags = {
    Flag{"--strategy", "NAME", "", "which one; 'asof lab strategies' lists them"},
    Flag{"--rates", "LIST", "", "change rates of the pages, like 0,1,2.5"},
    Flag{"--delay", "D", "1", "time between two requests"},
    Flag{"--extra", "K", "",
         "visits beyond one per page (sharc-multi and its variants, sharc-unified)"},
    Flag{"--observe", "A,B", "", "the observation interval; default: that of the capture"},
    Flag{"--start", "T", "", "when the capture starts; default: 0, or centred on --observe"},
    Flag{"--per-period", "M", "0", "watch: requests in every period (a slot of the patterns)"},
    Flag{"--periods", "N", "0", "watch: number of periods"},
    kTau,
    kEta,
    kGlobal,
    kSeed,
    kJson};
constexpr std::array kRunFlags = {
    Flag{"--history", "FILE", "", "a WARC file that holds every version of every page"},
    Flag{"--entry", "URL", "",
         "capture: a seed; may be given again; each-host: the shortest path of each host"},
    Flag{"--strategies", "LIST", "", "names, separated by commas"},
    Flag{"--delay", "TIME", "60s", "capture: time between two requests"},
    Flag{"--starts", "N", "100", "capture: number of random starting times"},
    Flag{"--earlier", "N", "",
         "capture: rates are known from N earlier captures only; 0: a first capture"},
    Flag{"--known", "", "", "capture: all pages are known beforehand, not found by links"},
    Flag{"--together", "FILE", "",
         "capture: sets of pages to visit next to each other: lines of URL, empty line between"},
    Flag{"--requisites", "", "",
         "capture: images and styles are fetched with the page they are on"},
    Flag{"--dead-links", "", "", "also visit links to missing pages, as a crawl does"},
    Flag{"--extra", "K", "", "capture: visits beyond one per page, or a share like 5%"},
    Flag{"--period", "TIME", "", "watch: the length of a period"},
    Flag{"--per-period", "M", "", "watch: requests per period, or a share of all pages like 5%"},
    Flag{"--undated", "", "", "watch: the server does not say when pages were last modified"},
    Flag{"--importance", "HOW", "uniform",
         "importance of changes: uniform, words (the share that differs), delta (as in asof diff)"},
    kTau,
    kEta,
    kGlobal,
    kSeed,
    kJson};

constexpr std::array kNavigateFlags = {kJson};
constexpr std::array kOriginFlags = {
    Flag{"--history", "FILE", "", "a WARC file that holds every version of every page"},
    Flag{"--listen", "ADDRESS:PORT", "127.0.0.1:0", "address to serve on; port 0: any free port"},
    Flag{"--clock", "HOW", "real",
         "real, x60 (60 times as fast), or lockstep (stands still until it is moved)"},
    Flag{"--from", "TIME", "", "time at the beginning; default: the start of the history"},
    Flag{"--misbehave", "LIST", "", "misbehaviour, like lying:0.1,slow:0.05,trap"},
    kSeed};
constexpr std::array kRatesFlags = {
    Flag{"--history", "FILE", "", "a WARC file that holds every version of every page"},
    Flag{"--until", "TIME", "",
         "learn from what is seen until then; default: the middle of the history"},
    Flag{"--base", "URL", "", "where the site is served, instead of its own scheme and host"},
    Flag{"--dead-links", "", "", "also list links to missing pages"},
    Flag{"--out", "FILE", "-", "where to write; - is standard output"}};
constexpr std::array kReproduceFlags = {
    Flag{"--out", "DIR", "", "where the report and the CSV files go"},
    Flag{"--quick", "", "", "quick, in a minute or two: fewer repetitions, smaller sites"},
    Flag{"--history", "FILE", "",
         "a real history, for SHARC Figure 9, rate-predictor and real-navigation; may be given "
         "again"},
    Flag{"--list", "", "", "list the figures and what each should show"}, kSeed};

constexpr std::array kLabCommands = {
    Command{
        "lab navigate", "FILE.json", "say which capture a link should lead to, by each policy",
        "The file holds a page, when it is looked at, and the pages it links to:\n"
        "{\"cycle\":86400,\"source\":{\"name\",\"captures\":[{\"at\",\"digest\",\n"
        "\"last_modified\"?}],\"at\",\"pattern\":{\"rates\":[..],\"importance\"?:[..]}},\n"
        "\"links\":[{\"name\",\"captures\":[..],\"pattern\":{..}}]}. A pattern's equal slots "
        "cover\n"
        "one cycle that starts at time 0; rates are changes expected per slot. Policies: nearest\n"
        "in time; recent, the last before, else the first after; first-after; pattern, where\n"
        "least is expected to change in between; likelihood, most likely to have stood beside the\n"
        "source, with its probability. - is standard input. docs/navigation.md says more.",
        "asof lab navigate links.json\nasof lab navigate links.json --json", kNavigateFlags,
        run_lab_navigate},
    Command{
        "lab origin", "", "serve a history as a living web site",
        "Prints one line, {\"url\",\"clock\"}: the entry page, and the address of the site's "
        "clock\n"
        "(GET / tells the time, POST /advance {\"to\":SECONDS} moves a clock in lockstep). Serves\n"
        "until SIGINT or SIGTERM. Misbehaviour, each for a share of pages (1 where none is "
        "given):\n"
        "no-validators, lying, slow, errors, resets; of changes: lapses; linked from the entry\n"
        "page: trap, endless, bomb, redirects. docs/origin.md says what each means.",
        "asof lab origin --history site.warc.gz --clock x3600\n"
        "asof lab origin --history site.warc.gz --clock lockstep --misbehave lying:0.1,trap",
        kOriginFlags, run_lab_origin},
    Command{
        "lab schedule", "[WORLD.json]", "print the visits a strategy makes to given pages",
        "Pages come from --rates, all known beforehand, or from a file (? may be left out):\n"
        "{\"pages\":[{\"name\",\"rate\"?,\"importance\"?,\"parent\"?,\"collection\"?,\n"
        "\"pattern\"?:{\"rates\":[..],\"importance\"?:[..]},\"history\"?:[t..]}],\"cycle\"?}.\n"
        "Times are numbers in any one unit. rate: changes per unit; pattern: equal slots of one\n"
        "cycle (default 86400) with changes per slot, which strategies that watch prefer to the\n"
        "rate; history: when the page changes. A page with a parent is found when its parent is\n"
        "visited, except by strategies that need all pages beforehand. - is standard input.\n"
        "docs/formats/lab.md has examples.",
        "asof lab schedule --strategy sharc-offline --rates 0,1,2,3,4,5\n"
        "asof lab schedule --strategy sharc-online world.json --json",
        kScheduleFlags, run_lab_schedule},
    Command{"lab measure", "FILE",
            "grade captures against the truth: blur, sharp pages, completeness, coherence",
            "{\"observation\":[a,b],\"as_of\"?,\"sites\":[{\"name\",\"pages\":[{\"name\","
            "\"importance\"?,\n"
            "\"changes\":[{\"at\",\"importance\"?}],\"captures\":[t,..]}]}],\"queries\"?:[t,..]}. "
            "Times are\n"
            "numbers in any one unit; ? may be left out; '-' reads standard input. "
            "docs/measures.md says\n"
            "what each measure means, docs/formats/lab.md has an example.",
            "asof lab measure captures.json\nasof lab measure --json - < captures.json",
            kMeasureFlags, run_lab_measure},
    Command{
        "lab run", "", "compare strategies on a real history",
        "Captures the whole site from random starting times or, with --period, watches its "
        "pages\nunder a budget. For captures, what is known about the pages is learned on the "
        "first "
        "half\nof the history; the grades are for the second half. Who watches knows nothing at "
        "first and\nlearns from its own visits; the first third of the history is watched but not "
        "graded. The\nresult of a strategy that knows the future is shown for comparison. Captures "
        "find pages by\nlinks, from the seeds on; strategies that need all pages beforehand get "
        "those that links\nreach. With --known every strategy gets all pages that exist. "
        "docs/formats/lab.md says\nwhat a history is.",
        "asof lab run --history site.warc.gz --strategies breadth-first,sharc-online --delay 60s\n"
        "asof lab run --history site.warc.gz --strategies frequency,site-clock --period 1h "
        "--per-period 5%",
        kRunFlags, run_lab_run},
    Command{"lab rates", "", "say how often each page of a history changes, for a crawler",
            "Writes {\"rates\":{URL: changes per second}}: changes counted from the start of "
            "the\nhistory, drawn towards the mean of the site, as lab run uses them.",
            "asof lab rates --history site.warc.gz --base http://127.0.0.1:8080 --out rates.json",
            kRatesFlags, run_lab_rates},
    Command{
        "lab reproduce", "[FIGURE...|all]",
        "repeat the experiments of the papers, with our strategies added",
        "Writes report.html, one file that needs nothing else, and FIGURE.csv of each figure\n"
        "and table: what the paper claims, what was measured, a verdict computed from it. Files\n"
        "appear as figures are done, the report last: without one, a run was not finished.",
        "asof lab reproduce all --quick --out report\n"
        "asof lab reproduce sharc-figure-9 --history site.warc.gz --out report\n"
        "asof lab reproduce --list",
        kReproduceFlags, run_lab_reproduce},
    Command{
        "lab strategies", "", "list the strategies: source, what each needs, what it costs",
        "Each can be named in 'lab schedule' and 'lab run'. docs/papers.md says what SHARC, DEXA,\n"
        "TPDL and JCDL stand for.",
        "asof lab strategies\nasof lab strategies --json", kStrategiesFlags, run_lab_strategies},
};

}  // namespace

std::span<const Command> lab_commands() { return kLabCommands; }

}  // namespace asof::cli
