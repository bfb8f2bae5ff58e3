#include "verify/verify.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/print_internal.h"

namespace asof::cli {
namespace {

constexpr std::size_t kDifferencesShown = 50;
constexpr std::uint64_t kLongestFile = std::uint64_t{1} << 32;  // bytes

// The page for people that lies beside a certificate, where one does.
Result<std::optional<std::string>> page_beside(const std::string& path) {
  constexpr std::string_view kJson = ".json";
  if (!path.ends_with(kJson)) return std::optional<std::string>();
  const std::string page = path.substr(0, path.size() - kJson.size()) + ".html";
  if (!exists(page)) return std::optional<std::string>();
  std::string bytes = TRY(read_whole(page, kLongestFile));
  return std::optional(std::move(bytes));
}

void print_json(const std::string& path, const verify::Verdict& verdict) {
  const auto differences = json::array_of(verdict.differences, [](const auto& d) {
    return json::Object{{"file", d.file}, {"offset", d.offset}, {"url", d.url}, {"what", d.what}};
  });
  const json::Object all{{"certificate", path},
                         {"sound", verdict.sound()},
                         {"headline", verdict.headline},
                         {"rules", verdict.rules},
                         {"usual_rules", verdict.usual_rules},
                         {"page_of_others", verdict.page_of_others},
                         {"files", verdict.files},
                         {"bytes", verdict.bytes},
                         {"pages", verdict.pages},
                         {"answers", verdict.records},
                         {"differences", differences}};
  fmt::print("{}\n", all.text());
}

void print_text(const std::string& path, const verify::Verdict& verdict) {
  print("{}: {}\n", path, verdict.sound() ? "sound" : "NOT SOUND");
  if (!verdict.headline.empty())
    print("  {}{}\n", verdict.sound() ? "" : "it says: ", verdict.headline);
  if (verdict.sound())
    print(
        "  checked: {} ({} in all), {}, {} (without robots.txt and sitemaps); every digest was "
        "computed again\n",
        counted(verdict.files, "WARC file"), human_bytes(verdict.bytes),
        with_commas(verdict.pages) + (verdict.pages == 1 ? " address" : " addresses"),
        counted(verdict.records, "answer"));
  if (verdict.sound() && verdict.rules < certificate::kRules)
    print(
        "  it was made, and checked, by rules {} (docs/certificate.md); new certificates are made "
        "by "
        "rules {}\n",
        verdict.rules, certificate::kRules);
  if (verdict.page_of_others)
    print("  the HTML page beside it was not compared, because another version of asof made it\n");
  if (!verdict.usual_rules)
    print(
        "  certificate: it was made by weaker or other rules for checking answers \"not modified\" "
        "than "
        "crawls use\n");
  std::size_t shown = 0;
  for (const auto& d : verdict.differences) {
    if (++shown > kDifferencesShown) break;
    const auto place = d.file.empty() ? std::string("certificate")
                                      : fmt::format("{} at offset {}", d.file, d.offset);
    print("  {}{}{}: {}\n", place, d.url.empty() ? "" : ", ", d.url, d.what);
  }
  if (verdict.differences.size() > kDifferencesShown)
    print("  and {} more\n", with_commas(verdict.differences.size() - kDifferencesShown));
}

}  // namespace

Result<int> run_verify(const Arguments& arguments) {
  if (arguments.operands().size() != 1)
    return Error{Errc::Invalid,
                 "verify needs one certificate: asof verify archive/certificates/NAME.json"};
  const std::string& path = arguments.operands()[0];
  const auto bytes = TRY(read_whole(path, kLongestFile));
  std::string where = arguments.get("--archive");
  if (where.empty()) {
    const std::string whole = absolute_path(path);
    where = std::string(directory_of(directory_of(whole)));
  }
  const auto page = TRY(page_beside(path));
  const auto directory = TRY(archive::Directory::open(where, archive::Directory::Access::Read));
  Progress progress(Progress::Unit::Bytes);
  auto verdict = verify::verify(
      directory, bytes,
      [&](std::string_view file, std::uint64_t at, std::uint64_t size) {
        progress.show("verifying " + std::string(file), at, size);
      },
      page);
  progress.clear();
  if (!verdict) return std::move(verdict).error().within(path);
  if (arguments.has("--json"))
    print_json(path, *verdict);
  else
    print_text(path, *verdict);
  return verdict->sound() ? 0 : 1;
}

}  // namespace asof::cli
