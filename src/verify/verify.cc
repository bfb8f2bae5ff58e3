#include "verify/verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "certificate/json.h"
#include "certificate/page.h"
#include "certificate/summary.h"
#include "verify/compare_internal.h"

namespace asof::verify {
namespace {

using certificate::Certificate;

// A certificate that was altered beyond reading is still one; a text that never was is not.
bool looks_like_one(std::string_view bytes) {
  return bytes.find("asof-certificate") != std::string_view::npos ||
         bytes.find(certificate::kAssumption) != std::string_view::npos;
}

std::size_t first_difference(std::string_view a, std::string_view b) {
  const auto shorter = std::min(a.size(), b.size());
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(shorter), b.begin()).first -
      a.begin());
}

Verdict verdict_on(const Certificate& claimed) {
  Verdict verdict{.headline = certificate::headline(claimed),
                  .files = claimed.files.size(),
                  .pages = claimed.pages.size(),
                  .rules = claimed.rules.version,
                  .usual_rules = claimed.rules == certificate::usual_rules(claimed.rules.version)};
  for (const auto& file : claimed.files) verdict.bytes += file.size;
  for (const auto& page : claimed.pages) verdict.records += page.evidence.sightings.size();
  return verdict;
}

// A file that is away may come back, so it is no fault of the certificate.
Result<void> check_files_there(const archive::Directory& directory, const Certificate& claimed) {
  const auto names = TRY(directory.names(archive::Directory::Place::Warc));
  std::vector<bool> missing(claimed.files.size());
  std::string first;
  for (std::size_t i = 0; i < missing.size(); ++i) {
    missing[i] = !std::binary_search(names.begin(), names.end(), claimed.files[i].name);
    if (missing[i] && first.empty()) first = to_utf8(claimed.files[i].name);
  }
  const auto count = static_cast<std::uint64_t>(std::count(missing.begin(), missing.end(), true));
  if (count == 0) return {};
  const auto rests_on = [&missing](const certificate::PageVerdict& page) {
    return std::any_of(page.evidence.sightings.begin(), page.evidence.sightings.end(),
                       [&missing](const certificate::Sighting& sighting) {
                         return missing[sighting.record.file] ||
                                (sighting.original && missing[sighting.original->record.file]);
                       });
  };
  const auto pages = std::count_if(claimed.pages.begin(), claimed.pages.end(), rests_on);
  return Error{Errc::NotFound,
               fmt::format("cannot be checked: {} {} not in {}; {} of {} pages depend on {}",
                           count == 1 ? first : first + " and " + with_commas(count - 1) + " more",
                           count == 1 ? "is" : "are", directory.path(),
                           with_commas(static_cast<std::uint64_t>(pages)),
                           with_commas(claimed.pages.size()), count == 1 ? "it" : "them")};
}

}  // namespace

Result<Verdict> verify(const archive::Directory& directory, std::string_view certificate,
                       decltype(GatherOptions::progress) progress,
                       std::optional<std::string_view> page) {
  const auto claimed = certificate::parse(certificate);
  if (!claimed) {
    if (trim(certificate).starts_with('<'))
      return Error{Errc::Invalid,
                   "is an HTML page; the certificate itself is the JSON file beside it"};
    if (!looks_like_one(certificate)) return claimed.error();
    return Verdict{.differences = {{.what = claimed.error().what}}};
  }
  TRY(check_files_there(directory, *claimed));
  Verdict verdict = verdict_on(*claimed);
  GatherOptions options{.earlier = std::vector<std::string>(), .progress = std::move(progress)};
  for (const auto& file : claimed->files)
    if (file.earlier) options.earlier->push_back(file.name);
  const auto evidence = TRY(gather(directory, claimed->crawl, options));
  const auto found = certificate::certify(evidence, claimed->rules);
  const auto json = certificate::to_json(found);
  if (json == certificate) {
    verdict.page_of_others = page && found.software != "asof/" ASOF_VERSION;
    if (page && !verdict.page_of_others && *page != certificate::page(found))
      verdict.differences.push_back({.what = "the HTML page beside it says something else"});
    return verdict;
  }
  verdict.differences = compare(*claimed, found);
  if (verdict.differences.empty())
    verdict.differences.push_back({.offset = first_difference(json, certificate),
                                   .what = "has the right content, but its bytes were altered"});
  return verdict;
}

}  // namespace asof::verify
