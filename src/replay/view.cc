#include "replay/view.h"

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

const AccessRule* View::rule_for(std::string_view url, Instant at) const {
  const AccessRule* rule = settings_.access.find(url::surt_key(url), at, settings_.clock->now());
  return rule == nullptr || rule->access == Access::Allow ? nullptr : rule;
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
