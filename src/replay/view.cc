#include "replay/view.h"

#include <fmt/format.h>

#include "base/text.h"
#include "url/surt.h"

namespace asof::replay {
namespace {

constexpr Instant kFirst{INT64_MIN};
constexpr Instant kLast{INT64_MAX};
constexpr std::int64_t kSecond = 1000;

Instant second_of(Instant at) {
  const std::int64_t rest = ((at.ms % kSecond) + kSecond) % kSecond;
  return {at.ms - rest};
}

std::uint64_t apart(Instant one, Instant other) {
  const auto a = static_cast<std::uint64_t>(one.ms), b = static_cast<std::uint64_t>(other.ms);
  return one < other ? b - a : a - b;
}

}  // namespace

Result<std::unique_ptr<View>> View::open(const Settings& settings) {
  auto directory =
      TRY(archive::Directory::open(settings.archive, archive::Directory::Access::Read));
  auto catalog = TRY(catalog::Reader::open(directory.catalog_path()));
  return std::unique_ptr<View>(new View(settings, std::move(directory), std::move(catalog)));
}

View::View(const Settings& settings, archive::Directory directory, catalog::Reader catalog)
    : settings_(settings),
      directory_(std::move(directory)),
      catalog_(std::move(catalog)),
      library_(directory_, catalog_) {}

Access View::access_of(std::string_view urlkey, Instant at) const {
  if (settings_.access.rules().empty()) return Access::Allow;
  return settings_.access.judge(urlkey, at, settings_.clock->now());
}

Result<const AccessRule*> View::blocking(std::string_view url, Instant at) const {
  const AccessRule* found = nullptr;
  if (settings_.access.rules().empty()) return found;
  const Instant now = settings_.clock->now();
  std::uint64_t nearest = UINT64_MAX;
  TRY(catalog_.captures_of(url::surt_key(url), [&](const catalog::Capture& capture) {
    const AccessRule* rule = settings_.access.find(capture.urlkey, capture.at, now);
    const std::uint64_t far = apart(capture.at, at);
    if (rule == nullptr || rule->access != Access::Block || far >= nearest) return true;
    nearest = far;
    found = rule;
    return true;
  }));
  return found;
}

Result<bool> View::is_blocked(std::string_view url, Instant at) const {
  if (access_of(url::surt_key(url), at) != Access::Block) return false;
  const AccessRule* rule = TRY(blocking(url, at));
  return rule != nullptr;
}

Result<retrieve::Content> View::content(const retrieve::Found& found) {
  auto read = library_.content(found);
  if (read || !found.with_content) return read;
  const catalog::Locator& where = found.with_content->where;
  const auto file = TRY(catalog_.file(where.file));
  // What is wrong stands last; where the archive lies on this machine is no matter of readers.
  const std::string& said = read.error().what;
  const std::size_t colon = said.rfind(": ");
  return Error{Errc::Corrupt,
               fmt::format("The capture of {} at {} cannot be read from {} at byte {}: {}",
                           found.capture.url, iso8601_seconds(found.capture.at),
                           file ? file->name : "an unknown file", where.offset,
                           colon == kNone ? said : said.substr(colon + 2))};
}

Result<std::string_view> View::exact(std::string_view key, std::string_view url) const {
  const auto any = TRY(catalog_.at_or_after(key, kFirst, {.url = url}));
  return any ? url : std::string_view();
}

Result<void> View::captures_of(std::string_view url,
                               const catalog::On<catalog::Capture>& on_capture,
                               std::uint64_t* withheld) const {
  const std::string key = url::surt_key(url);
  const std::string_view only = TRY(exact(key, url));
  std::optional<Instant> last;
  return catalog_.captures_of(key,
                              [&](const catalog::Capture& capture) {
                                const Access access = access_to(capture);
                                if (access == Access::Block && withheld != nullptr) ++*withheld;
                                const Instant second = second_of(capture.at);
                                if (access != Access::Allow || last == second) return true;
                                last = second;
                                return on_capture(capture);
                              },
                              {.url = only});
}

Result<void> View::keep_shown(catalog::Version& version) const {
  if (!settings_.access.touches(version.urlkey)) return {};
  const Instant first = version.first, last = version.last;
  version.captures = 0;
  return catalog_.captures_of(version.urlkey,
                              [&](const catalog::Capture& capture) {
                                if (capture.at < first || capture.at > last) return true;
                                if (access_to(capture) != Access::Allow) return true;
                                if (version.captures++ == 0) version.first = capture.at;
                                version.last = capture.at;
                                return true;
                              },
                              {.url = version.url});
}

Result<std::optional<catalog::Capture>> View::shown_after(std::string_view key, Instant at,
                                                          std::string_view url) const {
  for (;;) {
    auto capture = TRY(catalog_.at_or_after(key, at, {.url = url}));
    if (!capture || access_to(*capture) == Access::Allow) return capture;
    if (capture->at == kLast) return std::optional<catalog::Capture>();
    at = {capture->at.ms + 1};
  }
}

Result<std::optional<catalog::Capture>> View::shown_before(std::string_view key, Instant at,
                                                           std::string_view url) const {
  for (;;) {
    auto capture = TRY(catalog_.at_or_before(key, at, {.url = url}));
    if (!capture || access_to(*capture) == Access::Allow) return capture;
    if (capture->at == kFirst) return std::optional<catalog::Capture>();
    at = {capture->at.ms - 1};
  }
}

Result<std::optional<catalog::Capture>> View::at_second(std::string_view url, Instant at) const {
  const std::string key = url::surt_key(url);
  const Instant second = second_of(at);
  for (const std::string_view only : {url, std::string_view()}) {
    auto capture = TRY(shown_after(key, second, only));
    if (capture && capture->at.ms < second.ms + kSecond) return capture;
  }
  return std::optional<catalog::Capture>();
}

Result<std::optional<catalog::Capture>> View::nearest(std::string_view url, Instant at) const {
  const std::string key = url::surt_key(url);
  const std::string_view only = TRY(exact(key, url));
  return nearest_of(key, at, only);
}

Result<std::optional<catalog::Capture>> View::nearest_of_key(std::string_view key,
                                                             Instant at) const {
  return nearest_of(key, at, "");
}

Result<std::optional<catalog::Capture>> View::nearest_of(std::string_view key, Instant at,
                                                         std::string_view only) const {
  auto before = TRY(shown_before(key, at, only));
  auto after = TRY(shown_after(key, at, only));
  if (!before || !after) return before ? before : after;
  return at.ms - before->at.ms <= after->at.ms - at.ms ? before : after;
}

Result<Neighbours> View::neighbours(std::string_view url, Instant at) const {
  const std::string key = url::surt_key(url);
  const std::string_view only = TRY(exact(key, url));
  const Instant second = second_of(at);
  Neighbours found;
  const auto first = TRY(shown_after(key, kFirst, only));
  const auto last = TRY(shown_before(key, kLast, only));
  if (!first || !last) return found;
  found.first = first->at;
  found.last = last->at;
  if (first->at < second) {
    const auto previous = TRY(shown_before(key, {second.ms - 1}, only));
    if (previous) found.previous = previous->at;
  }
  if (last->at.ms >= second.ms + kSecond) {
    const auto next = TRY(shown_after(key, {second.ms + kSecond}, only));
    if (next) found.next = next->at;
  }
  return found;
}

}  // namespace asof::replay
