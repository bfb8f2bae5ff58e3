#include "robots/sitemap_reader_internal.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text.h"
#include "http/date.h"

namespace asof::robots {
namespace {

constexpr std::size_t kDeepest = 100;
constexpr std::size_t kLongestText = std::size_t{64} << 10;

using Kind = Sitemap::Kind;

// The W3C profile of ISO 8601 with any zone or none, or a date as HTTP and RSS write it.
std::optional<Instant> parse_modified(std::string_view text) {
  if (text.size() <= 10) return parse_iso8601(text);
  if (text.size() > 64 || text[4] != '-') return http::parse_date(text);
  std::string plain(text);
  if (plain[10] == ' ') plain[10] = 'T';
  int minutes = 0;
  std::size_t sign = plain.find_last_of("+-");
  if (sign > 10) {
    std::string zone = plain.substr(sign + 1);
    std::erase(zone, ':');
    auto number = parse_uint(zone.size() == 2 ? zone + "00" : zone);
    if (!number || *number > 1400) return std::nullopt;
    minutes = static_cast<int>(*number / 100 * 60 + *number % 100);
    if (plain[sign] == '-') minutes = -minutes;
    plain.resize(sign);
  }
  if (!plain.ends_with('Z')) plain += 'Z';
  auto at = parse_iso8601(plain);
  if (at) at->ms -= std::int64_t{60'000} * minutes;
  return at;
}

std::string known_frequency(std::string_view text) {
  constexpr std::string_view kKnown[] = {"always",  "hourly", "daily", "weekly",
                                         "monthly", "yearly", "never"};
  std::string said = lower(text);
  bool known = std::find(std::begin(kKnown), std::end(kKnown), said) != std::end(kKnown);
  return known ? said : "";
}

std::optional<double> parse_priority(std::string_view text) {
  double value = 0;
  auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool whole = problem == std::errc() && rest == text.data() + text.size();
  if (!whole || !(value >= 0 && value <= 1)) return std::nullopt;
  return value;
}

// What does not fit is no address, date or number.
void append_bounded(std::string& out, const XmlEvent& event) {
  if (out.size() + event.text.size() > kLongestText) return;
  if (event.literal) {
    out += event.text;
  } else {
    append_xml_text(out, event.text);
  }
}

}  // namespace

SitemapCollector::SitemapCollector(std::string_view url, const SitemapLimits& limits,
                                   Sitemap& sitemap)
    : base_(url::parse(url)), limit_(limits.entries), sitemap_(sitemap) {}

void SitemapCollector::add(SitemapEntry entry) {
  std::string_view reference = trim(entry.url);
  std::string address;
  bool usable = false;
  if (!reference.empty() && base_) {
    usable = url::resolve(*base_, reference, address);
  } else if (auto alone = url::parse(reference)) {
    address = alone->href(false);
    usable = true;
  }
  usable = usable && (address.starts_with("http://") || address.starts_with("https://"));
  if (!usable) {
    ++sitemap_.passed_over;
  } else if (full()) {
    sitemap_.cut = true;
  } else {
    entry.url = std::move(address);
    sitemap_.entries.push_back(std::move(entry));
  }
}

bool SitemapReader::take(const XmlEvent& event) {
  switch (event.kind) {
    case XmlEvent::Kind::Text:
      if (part_ != Part::None) {
        append_bounded(text_, event);
      } else if (in_entry_ && open_.size() == entry_depth_) {
        append_bounded(loose_, event);
      }
      return true;
    case XmlEvent::Kind::Start:
      if (!rooted_ && !begin_root(event.name)) return false;
      start(event);
      break;
    case XmlEvent::Kind::End:
      end(event.name);
      break;
  }
  return !sitemap_.cut;
}

// The kind follows from the root. Files that lost theirs begin with an entry.
bool SitemapReader::begin_root(std::string_view name) {
  struct Root {
    std::string_view name;
    Kind kind;
  };
  constexpr Root kRoots[] = {{"urlset", Kind::Pages}, {"sitemapindex", Kind::Index},
                             {"feed", Kind::Feed},    {"rss", Kind::Feed},
                             {"rdf", Kind::Feed},     {"url", Kind::Pages},
                             {"sitemap", Kind::Index}};
  for (const Root& root : kRoots) {
    if (!iequals(local_name(name), root.name)) continue;
    sitemap_.kind = root.kind;
    prefix_ = prefix_of(name);
    rooted_ = true;
    return true;
  }
  return false;
}

bool SitemapReader::begins_entry(std::string_view name) const {
  std::string_view local = local_name(name);
  if (sitemap_.kind == Kind::Feed) return iequals(local, "item") || iequals(local, "entry");
  std::string_view wanted = sitemap_.kind == Kind::Index ? "sitemap" : "url";
  return prefix_of(name) == prefix_ && iequals(local, wanted);
}

SitemapReader::Part SitemapReader::part_of(std::string_view name) const {
  struct Name {
    std::string_view name;
    Part part;
  };
  constexpr Name kOfSitemaps[] = {{"loc", Part::Address},
                                  {"lastmod", Part::Modified},
                                  {"changefreq", Part::Frequency},
                                  {"priority", Part::Priority}};
  constexpr Name kOfFeeds[] = {{"link", Part::Address},      {"guid", Part::Identity},
                               {"pubdate", Part::Modified},  {"updated", Part::Modified},
                               {"modified", Part::Modified}, {"published", Part::Modified}};
  std::string_view local = local_name(name);
  if (sitemap_.kind == Kind::Feed && iequals(name, "dc:date")) return Part::Modified;
  // Items of an RDF feed have no prefix though their root has.
  if (prefix_of(name) != prefix_ && !(sitemap_.kind == Kind::Feed && prefix_of(name).empty())) {
    return Part::None;
  }
  auto find = [local](const auto& names) {
    for (const Name& known : names) {
      if (iequals(local, known.name)) return known.part;
    }
    return Part::None;
  };
  return sitemap_.kind == Kind::Feed ? find(kOfFeeds) : find(kOfSitemaps);
}

void SitemapReader::start(const XmlEvent& event) {
  if (begins_entry(event.name)) {
    end_entry();
    if (open_.size() >= kDeepest) open_.clear();
    in_entry_ = !event.empty;
    entry_depth_ = open_.size() + 1;
    if (event.empty) ++sitemap_.passed_over;
    if (sitemap_.kind == Kind::Feed) {
      identity_ = xml_attribute(event.attributes, "about").value_or("");
    }
  } else if (in_entry_ && part_of(event.name) != Part::None) {
    if (part_ != Part::None) {  // the part before it was not closed
      open_.resize(entry_depth_);
      end_part();
    }
    if (open_.size() == entry_depth_) begin_part(part_of(event.name), event);
  }
  if (!event.empty && open_.size() < kDeepest) open_.push_back(event.name);
}

void SitemapReader::begin_part(Part part, const XmlEvent& event) {
  text_.clear();
  if (part == Part::Address && sitemap_.kind == Kind::Feed) {
    if (auto href = xml_attribute(event.attributes, "href")) {  // Atom
      std::string relation = xml_attribute(event.attributes, "rel").value_or("alternate");
      if (entry_.url.empty() && iequals(trim(relation), "alternate")) entry_.url = *href;
      return;
    }
  }
  if (part == Part::Identity) {
    auto is_address = xml_attribute(event.attributes, "isPermaLink");
    if (is_address && iequals(trim(*is_address), "false")) return;
  }
  if (!event.empty) part_ = part;
}

void SitemapReader::end_part() {
  std::string_view value = trim(text_);
  switch (std::exchange(part_, Part::None)) {
    case Part::Address:
      if (entry_.url.empty()) entry_.url = value;
      break;
    case Part::Modified:
      // A feed says when it was published and when it was changed: the later.
      if (auto at = parse_modified(value)) {
        entry_.last_modified = std::max(entry_.last_modified.value_or(*at), *at);
      }
      break;
    case Part::Frequency:
      entry_.change_frequency = known_frequency(value);
      break;
    case Part::Priority:
      entry_.priority = parse_priority(value);
      break;
    case Part::Identity:
      identity_ = value;
      break;
    case Part::None:
      break;
  }
}

// An end tag closes everything up to the element it names; one that names none is passed over.
void SitemapReader::end(std::string_view name) {
  auto named = std::find(open_.rbegin(), open_.rend(), name);
  if (named == open_.rend()) return;
  auto depth = static_cast<std::size_t>(open_.rend() - named) - 1;
  open_.resize(depth);
  if (!in_entry_) return;
  if (depth <= entry_depth_) end_part();
  if (depth < entry_depth_) end_entry();
}

void SitemapReader::end_entry() {
  if (!in_entry_) return;
  part_ = Part::None;
  if (entry_.url.empty() && sitemap_.kind == Kind::Feed) entry_.url = identity_;
  if (entry_.url.empty()) entry_.url = trim(loose_);
  collector_.add(std::exchange(entry_, {}));
  loose_.clear();
  identity_.clear();
  in_entry_ = false;
}

void SitemapReader::finish() {
  // The text of an entry cut at the end may be cut too.
  loose_.clear();
  identity_.clear();
  end_entry();
}

}  // namespace asof::robots
