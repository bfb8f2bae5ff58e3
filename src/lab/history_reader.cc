#include "lab/history_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "html/charset.h"
#include "html/css.h"
#include "html/links.h"
#include "html/text.h"
#include "http/fields.h"
#include "lab/change_weight.h"
#include "lab/mentions.h"
#include "url/url.h"
#include "warc/exchange.h"
#include "warc/reader.h"

namespace asof::lab {
namespace {

constexpr std::size_t kLongestPage = std::size_t{32} << 20;

struct Reference {
  std::string url;  // absolute
  bool embed = false;
};

struct Reading {
  History history;
  const ReadOptions& options;
  std::unordered_map<std::string, std::uint32_t> pages;     // by URL
  std::unordered_map<std::string, std::uint32_t> contents;  // by digest; numbers from 1
  std::vector<std::vector<Reference>> references;           // of each content
  std::vector<std::vector<Mention>> mentions;               // likewise
  std::vector<std::vector<std::uint64_t>> words;            // of each content, sorted; for Words
  ChangeWeight weight{};                                    // for Delta
};

std::vector<std::uint64_t> word_set(std::string_view text) {
  std::vector<std::uint64_t> set;
  html::Words words(text);
  while (const auto word = words.next()) set.push_back(html::word_hash(*word));
  std::sort(set.begin(), set.end());
  set.erase(std::unique(set.begin(), set.end()), set.end());
  return set;
}

// JCDL section 6.2.1: the proportion of distinct words between two texts.
double text_distance(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  const std::size_t all = a.size() + b.size() - common.size();
  return all == 0 ? 0 : 1 - static_cast<double>(common.size()) / static_cast<double>(all);
}

void look_into(Reading& reading, const std::string& address, const std::string& mime,
               std::string_view charset, std::string body) {
  std::vector<Reference> references;
  std::vector<std::uint64_t> words;
  std::vector<Mention> mentions;
  const auto page_url = url::parse(address);
  std::string resolved;
  if (page_url && mime == "text/css" && reading.options.dead_links)
    for (const html::CssLink& link : html::css_links(body))
      if (url::resolve(*page_url, link.reference, resolved)) references.push_back({resolved, true});
  if (page_url && (mime == "text/html" || mime == "application/xhtml+xml")) {
    const auto detected = html::detect_charset(body, charset);
    if (detected.name != "utf-8") body = html::to_utf8(body, detected.name, kLongestPage);
    const bool wants_text = reading.options.importance == Importance::Words;
    const auto document = html::extract(body, {.text = wants_text, .speculative = false});
    if (wants_text) words = word_set(document.text);
    auto base = page_url;
    if (!document.base_href.empty())
      if (auto moved = url::parse(document.base_href, &*page_url)) base = moved;
    for (const html::Link& link : document.links) {
      const auto role = html::role_of(link.kind);
      if (role != html::LinkRole::Navigation && role != html::LinkRole::Embed) continue;
      if (url::resolve(*base, link.reference, resolved))
        references.push_back({resolved, role == html::LinkRole::Embed});
    }
    mentions = mentions_in(body, document.links, *base);
  } else if (mime.ends_with("/xml") || mime.ends_with("+xml")) {
    mentions = mentions_in_xml(body);
  }
  reading.references.push_back(std::move(references));
  reading.mentions.push_back(std::move(mentions));
  reading.words.push_back(std::move(words));
}

double importance_of(const Reading& reading, std::uint32_t before, std::uint32_t after) {
  if (reading.options.importance != Importance::Words || before == 0 || after == 0) return 1;
  const auto& a = reading.words[before - 1];
  const auto& b = reading.words[after - 1];
  return a.empty() && b.empty() ? 1 : text_distance(a, b);
}

// Text as UTF-8, anything else as it is.
std::string as_utf8(const http::ContentType& type, const std::string& body) {
  if (!type.essence.starts_with("text/") && type.essence != "application/xhtml+xml") return body;
  return html::to_utf8(body, html::detect_charset(body, type.charset).name, kLongestPage);
}

Result<void> take(Reading& reading, const warc::Record& record, const warc::Exchange& exchange,
                  const warc::Position& position, std::string body) {
  const std::string address(record.target_uri());
  const auto date = record.date();
  if (address.empty() || !date)
    return Error{Errc::Invalid, "a response has no WARC-Target-URI or no WARC-Date"};
  const auto [known, fresh] =
      reading.pages.try_emplace(address, static_cast<std::uint32_t>(reading.history.pages.size()));
  if (fresh) reading.history.pages.push_back({.name = address});
  HistoryPage& page = reading.history.pages[known->second];

  const auto* response = exchange.response();
  const int status = response != nullptr ? response->status.value_or(200) : 200;
  std::uint32_t content = 0;
  const bool by_delta = reading.options.importance == Importance::Delta;
  std::string kept;
  http::ContentType type;
  if (status != 404 && status != 410) {
    if (response != nullptr) type = http::content_type(response->fields);
    if (by_delta) kept = as_utf8(type, body);
    if (page.mime.empty()) page.mime = type.essence;
    // Links are resolved against the page, so equal bytes elsewhere are another content.
    const std::string key = digest_of(Algorithm::Sha1, body) + address;
    const auto [number, first] =
        reading.contents.try_emplace(key, static_cast<std::uint32_t>(reading.contents.size() + 1));
    content = number->second;
    if (first) look_into(reading, address, type.essence, type.charset, std::move(body));
  }
  const Time at = on_axis(*date);
  reading.history.from = std::min(reading.history.from, at);
  reading.history.until = std::max(reading.history.until, at);
  if (!page.versions.empty() && at < page.versions.back().at)
    return Error{Errc::Invalid, fmt::format("{} at {} comes after a later version of it", address,
                                            iso8601(*date))};
  const std::uint32_t before = page.versions.empty() ? 0 : page.versions.back().content;
  if (!page.versions.empty() && before == content) return {};
  double importance = importance_of(reading, before, content);
  if (by_delta && content == 0) reading.weight.gone(address);
  if (by_delta && content != 0) {
    importance = reading.weight.next(address, *date, type.essence, std::move(kept));
  }
  page.versions.push_back({at, content, content, importance});
  if (reading.options.on_version) reading.options.on_version(known->second, position);
  return {};
}

// Makes a page without versions of every link of the site to what it does not have.
void keep_dead_links(Reading& reading) {
  const auto entry = url::parse(reading.history.pages[reading.history.entry].name);
  if (!entry) return;
  const std::string site = entry->origin() + "/";
  for (const auto& references : reading.references)
    for (const Reference& reference : references) {
      if (!reference.url.starts_with(site)) continue;
      const auto number = static_cast<std::uint32_t>(reading.history.pages.size());
      if (reading.pages.try_emplace(reference.url, number).second)
        reading.history.pages.push_back({.name = reference.url});
    }
}

// References become indices of pages; what leads out of the history is dropped.
void settle_links(Reading& reading) {
  History& history = reading.history;
  history.links.resize(reading.references.size() + 1);
  history.embeds.resize(history.links.size());
  std::vector<std::uint32_t> seen(history.pages.size(), 0);
  for (std::size_t i = 0; i < reading.references.size(); ++i) {
    const auto stamp = static_cast<std::uint32_t>(i + 1);
    for (const Reference& reference : reading.references[i]) {
      const auto page = reading.pages.find(reference.url);
      if (page == reading.pages.end() || seen[page->second] == stamp) continue;
      seen[page->second] = stamp;
      history.links[i + 1].push_back(page->second);
      history.embeds[i + 1].push_back(reference.embed);
    }
  }
}

// Likewise for mentions; several of one page are one.
void settle_sayings(Reading& reading) {
  History& history = reading.history;
  history.sayings.resize(reading.mentions.size() + 1);
  for (std::size_t i = 0; i < reading.mentions.size(); ++i) {
    auto& sayings = history.sayings[i + 1];
    for (const Mention& mention : reading.mentions[i])
      if (const auto page = reading.pages.find(mention.url); page != reading.pages.end())
        sayings.push_back({page->second, mention.says});
    std::ranges::stable_sort(sayings, {}, &Saying::page);
    std::size_t kept = 0;
    for (const Saying& saying : sayings) {
      if (kept > 0 && sayings[kept - 1].page == saying.page)
        sayings[kept - 1].says = sayings[kept - 1].says * 31 + saying.says;
      else
        sayings[kept++] = saying;
    }
    sayings.resize(kept);
  }
}

// The entry is the page with the shortest path; the first record's where several are as short.
void find_entry(History& history) {
  auto length = [&](std::uint32_t page) {
    const auto parsed = url::parse(history.pages[page].name);
    return parsed ? parsed->path.size() + (parsed->query ? 1 : 0) : history.pages[page].name.size();
  };
  for (std::uint32_t page = 1; page < history.pages.size(); ++page)
    if (length(page) < length(history.entry)) history.entry = page;
}

}  // namespace

Result<History> read_history(const Source& source, const ReadOptions& options) {
  // From the first record to the last, whether it brings a change or only says that there is none.
  Reading reading{.history = {.name = source.name(), .from = kNever, .until = -kNever},
                  .options = options};
  std::string damage;
  warc::Reader reader(source, [&](const warc::Damage& found) {
    if (damage.empty())
      damage = fmt::format("{} (offset {})", found.what, warc::to_string(found.where));
  });
  while (const warc::Record* record = TRY(reader.next())) {
    if (options.on_progress) options.on_progress(reader.position().offset, source.size());
    if (record->type() != warc::Type::Response) {
      if (const auto date = record->date(); date && record->type() == warc::Type::Revisit)
        reading.history.until = std::max(reading.history.until, on_axis(*date));
      TRY(reader.finish());
      continue;
    }
    std::string body;
    warc::Exchange exchange(*record, http::Layer::Content, [&](std::string_view piece) {
      if (body.size() < kLongestPage) body += piece.substr(0, kLongestPage - body.size());
    });
    for (;;) {
      const std::string_view piece = TRY(reader.read());
      if (piece.empty()) break;
      exchange.push(piece);
    }
    exchange.finish();
    auto taken = take(reading, *record, exchange, reader.position(), std::move(body));
    if (!taken)
      return std::move(taken).error().within(fmt::format("{}, record at offset {}", source.name(),
                                                         warc::to_string(reader.position())));
    TRY(reader.finish());
  }
  if (!damage.empty())
    return Error{Errc::Corrupt, fmt::format("{}: {}; a history must be whole, check it with 'asof "
                                            "check'",
                                            source.name(), damage)};
  if (reading.history.pages.empty())
    return Error{Errc::Invalid, source.name() + " holds no response, so it is no history"};
  find_entry(reading.history);
  if (options.dead_links) keep_dead_links(reading);
  settle_links(reading);
  settle_sayings(reading);
  return std::move(reading.history);
}

Result<History> read_history(const std::string& path, const ReadOptions& options) {
  const FileSource source = TRY(FileSource::open(path));
  return read_history(source, options);
}

}  // namespace asof::lab
