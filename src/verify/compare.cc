#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "base/text.h"
#include "certificate/json.h"
#include "certificate/summary.h"
#include "verify/compare_internal.h"

namespace asof::verify {
namespace {

using certificate::Certificate;
using certificate::File;
using certificate::Locator;
using certificate::PageVerdict;
using certificate::Sighting;

constexpr std::size_t kTold = 20;  // pages

class Comparison final {
 public:
  Comparison(const Certificate& claimed, const Certificate& found)
      : claimed_(claimed), found_(found) {}

  std::vector<Difference> run() {
    compare_files();
    compare_heads();
    compare_faults();
    compare_pages();
    return std::move(differences_);
  }

 private:
  void say(std::string what) { differences_.push_back({.what = std::move(what)}); }

  void compare_files() {
    std::map<std::string, const File*> there;
    for (const File& file : found_.files) there.emplace(file.name, &file);
    for (const File& file : claimed_.files) {
      const auto other = there.find(file.name);
      if (other == there.end()) {
        differences_.push_back({.file = file.name, .what = "is missing, or is not needed"});
        continue;
      }
      if (other->second->size != file.size)
        differences_.push_back({.file = file.name,
                                .what = fmt::format("has {} bytes; the certificate says {}",
                                                    other->second->size, file.size)});
      else if (other->second->sha256 != file.sha256)
        differences_.push_back({.file = file.name,
                                .what = fmt::format("has SHA-256 {}; the certificate says {}",
                                                    other->second->sha256, to_utf8(file.sha256))});
      else if (other->second->earlier != file.earlier)
        differences_.push_back(
            {.file = file.name, .what = "belongs to another crawl than the certificate says"});
      there.erase(other);
    }
    for (const auto& [name, file] : there)
      differences_.push_back({.file = name, .what = "is not in the certificate"});
  }

  void compare_text(std::string_view key, const std::string& claimed, const std::string& found) {
    if (claimed != found)
      say(fmt::format("{} is \"{}\"; the files say \"{}\"", key, to_utf8(claimed), found));
  }

  void compare_heads() {
    compare_text("crawl", claimed_.crawl, found_.crawl);
    compare_text("strategy", claimed_.strategy, found_.strategy);
    compare_text("software", claimed_.software, found_.software);
    compare_text("user_agent", claimed_.user_agent, found_.user_agent);
    compare_text("operator", claimed_.operator_name, found_.operator_name);
    compare_text("robots", claimed_.robots, found_.robots);
    compare_text("ended", claimed_.ended, found_.ended);
    compare_text("reason", claimed_.reason, found_.reason);
    // What follows from the pages is compared as it is written: figures have six digits there.
    compare_text("headline", certificate::headline(claimed_), certificate::headline(found_));
    const auto rest = [](const Certificate& c) {
      Certificate bare = c;
      bare.pages.clear();
      bare.files.clear();
      bare.faults.clear();
      return certificate::to_json(bare);
    };
    const auto claimed = rest(claimed_);
    const auto found = rest(found_);
    if (claimed == found || !differences_.empty()) return;
    std::size_t at = 0;
    while (at < claimed.size() && at < found.size() && claimed[at] == found[at]) ++at;
    const auto around = [at](const std::string& text) {
      const auto from = at < 30 ? 0 : at - 30;
      return to_utf8(text.substr(from, 60));
    };
    say(fmt::format("says ...{}...; the files give ...{}...", around(claimed), around(found)));
  }

  void compare_faults() {
    for (const auto& fault : found_.faults)
      if (std::find(claimed_.faults.begin(), claimed_.faults.end(), fault) == claimed_.faults.end())
        differences_.push_back({fault.file, fault.offset, fault.url, fault.what});
    for (const auto& fault : claimed_.faults)
      if (std::find(found_.faults.begin(), found_.faults.end(), fault) == found_.faults.end())
        differences_.push_back(
            {.file = fault.file,
             .offset = fault.offset,
             .url = fault.url,
             .what = "has a fault in the certificate, but none in the files: " + fault.what});
  }

  void compare_pages() {
    std::unordered_map<std::string, const PageVerdict*> there;
    for (const PageVerdict& page : found_.pages) there.emplace(page.evidence.url, &page);
    for (const PageVerdict& page : claimed_.pages) {
      const auto other = there.find(page.evidence.url);
      if (other == there.end())
        tell({.url = page.evidence.url, .what = "is not in the files"});
      else
        compare_page(page, *other->second);
      if (other != there.end()) there.erase(other);
    }
    for (const PageVerdict& page : found_.pages)
      if (there.contains(page.evidence.url))
        tell({.url = page.evidence.url, .what = "is in the files, but not in the certificate"});
    if (told_ > kTold) say(fmt::format("and {} more differences of pages", told_ - kTold));
  }

  void tell(Difference difference) {
    if (++told_ <= kTold) differences_.push_back(std::move(difference));
  }

  Difference about(const Sighting& found, const std::string& url, std::string what) const {
    return {found_.files[found.record.file].name, found.record.offset, url, std::move(what)};
  }

  void compare_page(const PageVerdict& claimed, const PageVerdict& found) {
    const std::string& url = claimed.evidence.url;
    if (claimed.grade != found.grade)
      tell({.url = url,
            .what = fmt::format("is {} in the certificate; the files say {}",
                                name_of(claimed.grade), name_of(found.grade))});
    const auto& a = claimed.evidence.sightings;
    const auto& b = found.evidence.sightings;
    if (a.size() != b.size())
      return tell({.url = url,
                   .what = fmt::format(
                       "was requested {} times according to the certificate; the files say {}",
                       a.size(), b.size())});
    for (std::size_t i = 0; i < a.size(); ++i)
      if (a[i] != b[i]) return tell(about(b[i], url, difference_of(a[i], b[i])));
    if (written(claimed) != written(found))
      tell({.url = url, .what = "has another grade in the certificate than its evidence gives"});
  }

  // As JSON has it, so that digits nobody wrote down do not matter.
  std::string written(const PageVerdict& page) const {
    Certificate alone{.rules = found_.rules, .basis = found_.basis};
    alone.pages.push_back(page);
    return certificate::to_json(alone);
  }

  static std::string difference_of(const Sighting& claimed, const Sighting& found) {
    if (claimed.record != found.record) return "the record's offset, id or digests differ";
    if (claimed.sent != found.sent || claimed.received != found.received) return "the times differ";
    if (claimed.content != found.content) return "the content's digest, status or target differs";
    if (claimed.validators != found.validators || claimed.asked != found.asked)
      return "the validators differ";
    if (claimed.original != found.original) return "the original it refers to differs";
    return "the answer is described differently";
  }

  const Certificate& claimed_;
  const Certificate& found_;
  std::vector<Difference> differences_;
  std::size_t told_ = 0;
};

}  // namespace

std::vector<Difference> compare(const Certificate& claimed, const Certificate& found) {
  return Comparison(claimed, found).run();
}

}  // namespace asof::verify
