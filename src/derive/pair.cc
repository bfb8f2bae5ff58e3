#include "derive/pair_internal.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "change/change.h"
#include "delta/json.h"

namespace asof::derive {
namespace {

// A delta that is longer is not kept; its importance is.
constexpr std::size_t kLongestDelta = std::size_t{8} << 20;

change::Version version_of(const catalog::Capture& capture) {
  change::Version version;
  version.url = capture.url;
  version.at = capture.at;
  version.status = capture.status;
  version.mime = capture.mime;
  version.etag = capture.etag;
  version.last_modified = capture.last_modified;
  version.location = capture.location;
  return version;
}

// One side of a pair: its version, and its page laid out.
class Side final {
 public:
  Side(Stock& stock, const catalog::Version& row, bool is_old)
      : stock_(stock), row_(row), is_old_(is_old) {}

  Result<change::Version> version() {
    auto found = TRY(retrieve::resolve(stock_.catalog(), row_.where));
    change::Version version = version_of(stock_, std::move(found));
    version.status = row_.status;
    version.mime = row_.mime == "unk" ? "" : row_.mime;
    version.sha256 = row_.sha256;
    return version;
  }

  // Laid out by `engine`, and what it asked for added to `uses`. Successive pairs share a version,
  // so the last page is at hand.
  template <class Engine>
  Result<layout::Page> lay_out(bool shown, std::string& uses, const Engine& engine) {
    if (!stock_.laid || stock_.laid->where != row_.where || stock_.laid->shown != shown) {
      Stock::Laid laid{.where = row_.where, .shown = shown};
      const layout::Resources resources = [&](std::string_view url, layout::ResourceKind kind) {
        std::string identity;
        auto found = stock_.resource(url, row_.first, kind, identity);
        laid.uses.emplace_back(std::move(identity), url);
        return found;
      };
      laid.page = TRY(engine(resources));
      std::sort(laid.uses.begin(), laid.uses.end());
      laid.uses.erase(std::unique(laid.uses.begin(), laid.uses.end()), laid.uses.end());
      stock_.laid = std::move(laid);
    }
    for (const auto& [identity, url] : stock_.laid->uses) {
      // A line feed in an address would end its line; no address that can be found has one.
      if (url.find('\n') != std::string::npos) continue;
      uses += line_of({.is_old = is_old_, .identity = identity, .url = url});
    }
    return stock_.laid->page;
  }

 private:
  Stock& stock_;
  const catalog::Version& row_;
  const bool is_old_;
};

change::Finding by_digest() {
  return {.stage = change::Stage::Digest,
          .changed = true,
          .importance = 1,
          .matters = 1,
          .reason = "it differs; a content that cannot be decoded is compared by digest"};
}

// Of a version that was not stored: nothing is left of it that could be compared again.
change::Finding as_recorded(const capture::Weighed& weighed) {
  return {.stage = change::Stage::Digest,
          .changed = weighed.importance > 0,
          .importance = weighed.importance,
          .matters = weighed.matters,
          .reason = "it was compared with the last stored version when it came, and not stored"};
}

}  // namespace

bool tells(const catalog::Version& version) {
  const int status = version.status;
  if (status == 404 || status == 410) return true;
  if (status >= 300 && status < 400) return status != 304;
  const bool shown = status == 0 || (status >= 200 && status < 300);
  return shown && (!version.sha256.empty() || !version.digest.empty());
}

bool is_of_disk(Errc code) { return code == Errc::Io || code == Errc::Full || code == Errc::Busy; }

change::Version version_of(Stock& stock, retrieve::Found found) {
  change::Version version = version_of(found.capture);
  // A revisit shows what its original shows.
  if (const auto& original = found.with_content; original && found.is_revisit()) {
    version.status = original->status;
    version.mime = original->mime;
    version.location = original->location;
    version.sha256 = original->sha256;
  }
  if (version.mime == "unk") version.mime.clear();
  version.body = [&stock, found = std::move(found)]() -> Result<std::string> {
    auto content = TRY(stock.content(found));
    if (content.cut) return Error{Errc::Limit, "too long to be read"};
    const bool text = retrieve::is_html(content) || retrieve::is_text(content);
    return text ? retrieve::to_utf8(content) : std::move(content.bytes);
  };
  return version;
}

Result<Way> way_of(const Settings& settings, const std::string& program) {
  Way way{.render = settings.render, .has_browser = render::Chromium::find().has_value()};
  way.algorithm = algorithm_of(settings, way.has_browser, program);
  if (way.render == change::Render::Browser && !way.has_browser) {
    return Error{Errc::NotFound,
                 "--render chromium is set, but no Chromium is in PATH; install it, or give "
                 "--render in-process"};
  }
  way.advertisements = TRY(noise::read_ad_rules(settings.advertisements, "advertisements"));
  way.by_hand = TRY(change::read_hand_weights(settings.by_hand, "weights-by-hand"));
  return way;
}

change::Means means_of(const Way& way) {
  change::Means means;
  means.options.render = way.render;
  means.options.estimate.advertisements = &way.advertisements;
  means.options.by_hand = &way.by_hand;
  return means;
}

std::vector<Pair> pairs_of(const std::vector<catalog::Version>& versions) {
  std::vector<Pair> pairs;
  std::map<std::string_view, const catalog::Version*> latest;
  for (const catalog::Version& version : versions) {
    if (!tells(version)) continue;
    const catalog::Version*& before = latest[version.url];
    if (before != nullptr) pairs.push_back({*before, version});
    before = &version;
  }
  return pairs;
}

Result<Compared> compare(Stock& stock, const Pair& pair, const Way& way) {
  Side old_side(stock, pair.old, true);
  Side new_side(stock, pair.fresh, false);
  const change::Version old = TRY(old_side.version());
  const change::Version fresh = TRY(new_side.version());
  Compared compared;
  const auto side_of = [&](change::Side side) -> Side& {
    return side == change::Side::Old ? old_side : new_side;
  };
  change::Means means = means_of(way);
  means.lay_out = [&](change::Side side, const layout::Source& source, const layout::Resources&,
                      const layout::LayoutOptions& options) {
    auto page =
        side_of(side).lay_out(false, compared.detail.uses, [&](const layout::Resources& resources) {
          return Result<layout::Page>(layout::lay_out(source, resources, options));
        });
    return std::move(*page);
  };
  if (way.has_browser) {
    means.browse = [&](change::Side side, const layout::Source& source, const layout::Resources&) {
      return side_of(side).lay_out(
          true, compared.detail.uses,
          [&](const layout::Resources& resources) { return stock.browse(source, resources); });
    };
  }
  const auto capture = TRY(retrieve::resolve(stock.catalog(), pair.fresh.where));
  const auto weighed = TRY(stock.weighed(capture));
  auto found =
      weighed ? Result<change::Finding>(as_recorded(*weighed)) : change::compare(old, fresh, means);
  if (!found && is_of_disk(found.error().code)) return std::move(found).error();
  change::Finding finding = found ? std::move(*found) : by_digest();
  std::string engine;
  if (finding.sight) {
    engine = layout::name_of(finding.sight->new_page.engine);
    std::string json = delta::to_json(finding.sight->comparison.delta);
    if (json.size() <= kLongestDelta) {
      compared.detail.delta = std::move(json);
    } else {
      finding.reason += "; the delta is too long to be stored";
    }
  }
  // A date that does not name the second leaves open when the new version was there.
  const catalog::Flawed flawed = TRY(stock.catalog().flaws_at(pair.fresh.where));
  compared.change = {.urlkey = pair.fresh.urlkey,
                     .fresh = catalog::name_of(pair.fresh),
                     .old_first = pair.old.first,
                     .old_where = pair.old.where,
                     .since = pair.old.last,
                     .until = {pair.fresh.first.ms + flawed.width},
                     .last_modified = fresh.last_modified,
                     .importance = finding.importance,
                     .stage = static_cast<int>(finding.stage),
                     .reason = std::move(finding.reason),
                     .basis = catalog::basis_of(pair.old, pair.fresh),
                     .algorithm = way.algorithm,
                     .engine = std::move(engine),
                     .matters = finding.matters,
                     .replaced = finding.replaced};
  return compared;
}

Result<catalog::ValidatorTally> test_validators(const catalog::Reader& catalog,
                                                const std::string& urlkey) {
  change::Proof proof;
  std::map<std::string, catalog::Capture> latest;
  TRY(catalog.captures_of(urlkey, [&](const catalog::Capture& capture) {
    if (capture.status != 200 || capture.digest.empty()) return true;
    const auto before = latest.find(capture.url);
    if (before != latest.end()) {
      const auto equal = change::validators_equal(version_of(before->second), version_of(capture));
      if (equal.value_or(false)) proof.check(before->second.digest == capture.digest);
    }
    latest[capture.url] = capture;
    return true;
  }));
  return catalog::ValidatorTally{proof.checked, proof.lied};
}

}  // namespace asof::derive
