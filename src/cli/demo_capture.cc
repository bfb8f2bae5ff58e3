// The demo's newspaper goes online and is captured twice, from the same instant on: in the order of
// its links, and in ours.
#include <fmt/format.h>

#include "archive/directory.h"
#include "base/file.h"
#include "cli/demo_site_internal.h"
#include "lab/history_reader.h"
#include "lab/origin.h"

namespace asof::cli {
namespace {

constexpr std::string_view kBegin = "2026-10-03T12:00:00Z";

// The certificate of the only crawl of an archive.
Result<std::string> certificate_in(const std::string& archive) {
  const auto directory = TRY(archive::Directory::open(archive, archive::Directory::Access::Read));
  const auto names = TRY(list_files(directory.certificate_path()));
  for (const std::string& name : names)
    if (name.ends_with(".json")) return directory.certificate_path(name);
  return Error{Errc::NotFound, archive + " has no certificate"};
}

// The record with which the front page stood at an instant.
Result<std::string> front_page_at(const std::string& history, std::string_view instant) {
  std::vector<warc::Position> places;
  auto read = TRY(lab::read_history(
      history, {.on_version = [&](std::uint32_t page, const warc::Position& position) {
        if (page == 0) places.push_back(position);
      }}));
  const Time at = on_axis(*parse_iso8601(instant));
  std::size_t latest = 0;
  const auto& versions = read.pages[0].versions;
  while (latest + 1 < versions.size() && versions[latest + 1].at <= at) ++latest;
  return fmt::format("{}@{}", history, places[latest].offset);
}

}  // namespace

Result<void> show_change(const std::string& folder, const std::string& history) {
  const std::string before = TRY(front_page_at(history, "2026-10-02T06:00:00Z"));
  const std::string after = TRY(front_page_at(history, "2026-10-02T07:00:00Z"));
  const std::string page = folder + "/changes.html";
  TRY(
      demo_step("What changed on the front page within an hour, and does it matter? Dates and "
                "temperatures count little",
                {"diff", before, after, "--rows", "2", "--html", page}));
  fmt::print("\n# A page with both versions side by side and the changes outlined: {}\n", page);
  return {};
}

Result<void> show_captures(const std::string& folder, const std::string& history) {
  const Time begin = on_axis(*parse_iso8601(kBegin));
  const auto origin = TRY(lab::Origin::open({.history = history, .speed = 0, .from = begin}));
  fmt::print(
      "\n# Now the newspaper is served as a web site. Its clock stands still until a crawl waits, "
      "so an hour\n# of its time passes in a moment. You can do this yourself: asof lab origin "
      "--history {} --clock "
      "lockstep --from {}\n",
      history, kBegin);
  const std::string rates = folder + "/rates.json";
  TRY(demo_step(
      "How often does each page change? Learned from the first two days, in changes per second",
      {"lab", "rates", "--history", history, "--until", std::string(kBegin), "--base",
       origin->base(), "--out", rates}));
  std::vector<std::string> words = {
      "crawl", origin->url(), "--clock", origin->clock_url(), "--delay",
      "20s",   "--rates",     rates,     "--contact",         "demo@daily.example"};
  auto more = [&](std::initializer_list<std::string> last) {
    std::vector<std::string> all = words;
    all.insert(all.end(), last);
    return all;
  };
  TRY(
      demo_step("First crawl: each page once, in the order of the links. It is quick, but proves "
                "nothing: no page is known to have been online together with another",
                more({"--strategy", "breadth-first", "--archive", folder + "/once"})));
  TRY(origin->restart(begin));
  const std::string archive = folder + "/twice";
  TRY(demo_step(
      "Second crawl, from the same moment on: each page twice, before and after one moment. It "
      "takes twice as long, and proves which pages were online together at that moment. Its blur "
      "says how far the captures are from the site while it changes; the first crawl could not "
      "know its own. A quarter of the answers \"not modified\" is checked",
      more({"--audit", "25%", "--archive", archive})));
  const std::string certificate = TRY(certificate_in(archive));
  TRY(demo_step("Is the certificate true? Check it again, from the WARC files alone",
                {"verify", certificate}));
  fmt::print("\n# The certificate as a page to read in a browser: {}.html\n",
             certificate.substr(0, certificate.size() - std::string_view(".json").size()));
  return {};
}

}  // namespace asof::cli
