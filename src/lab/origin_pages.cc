#include "lab/origin_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/digest.h"
#include "base/text.h"
#include "codec/gzip.h"
#include "http/fields.h"
#include "lab/history_reader.h"
#include "url/url.h"
#include "warc/exchange.h"
#include "warc/reader.h"

namespace asof::lab {
namespace {

constexpr std::string_view kKeptFields[] = {"Content-Type", "Content-Language", "Location", "Link"};

std::string target_of(const url::Url& address) {
  return address.path + (address.query ? "?" + *address.query : "");
}

// What is compressed by zstd may need a dictionary from the start of its file.
bool is_gzip(const Source& source) {
  char magic[2] = {};
  const auto got = source.read_at(0, magic);
  return got && *got == 2 && magic[0] == '\x1f' && magic[1] == '\x8b';
}

}  // namespace

Result<std::unique_ptr<OriginPages>> OriginPages::open(const std::string& path,
                                                       const Options& options) {
  FileSource source = TRY(FileSource::open(path));
  std::unique_ptr<OriginPages> pages(new OriginPages(std::move(source)));
  pages->cache_bytes_ = options.cache_bytes;
  auto& positions = pages->positions_;
  pages->history_ = TRY(read_history(
      pages->source_, {.on_progress = options.on_progress,
                       .on_version = [&](std::uint32_t page, const warc::Position& position) {
                         if (positions.size() <= page) positions.resize(page + 1);
                         positions[page].push_back(position);
                         pages->offsets_.push_back(position.offset);
                       }}));
  std::sort(pages->offsets_.begin(), pages->offsets_.end());
  const History& history = pages->history_;
  const auto entry = url::parse(history.pages[history.entry].name);
  if (!entry || !entry->web())
    return Error{Errc::Invalid, fmt::format("{}: the entry page {} is no web address", path,
                                            history.pages[history.entry].name)};
  pages->where_ = {.scheme = entry->scheme,
                   .host = *entry->host + (entry->port ? fmt::format(":{}", *entry->port) : "")};
  const std::string origin = entry->origin();
  for (std::uint32_t page = 0; page < history.pages.size(); ++page)
    if (const auto address = url::parse(history.pages[page].name);
        address && address->origin() == origin)
      pages->targets_.try_emplace(target_of(*address), page);
  return pages;
}

void OriginPages::serve_at(const std::string& base, const std::string& addition) {
  where_.base = base;
  addition_ = addition;
}

std::optional<std::uint32_t> OriginPages::find(std::string_view target) const {
  const auto page = targets_.find(std::string(target));
  if (page == targets_.end()) return std::nullopt;
  return page->second;
}

std::string OriginPages::entry_target() const {
  return target_of(*url::parse(history_.pages[history_.entry].name));
}

Result<const Served*> OriginPages::load(std::uint32_t page, std::size_t version) {
  const std::uint64_t key = (std::uint64_t{page} << 32) | version;
  if (const auto place = places_.find(key); place != places_.end()) {
    kept_.splice(kept_.begin(), kept_, place->second);
    return &kept_.front().served;
  }
  Served served = TRY(read(page, version));
  kept_bytes_ += served.body.size();
  kept_.push_front({key, std::move(served)});
  places_[key] = kept_.begin();
  while (kept_bytes_ > cache_bytes_ && kept_.size() > 1) {
    kept_bytes_ -= kept_.back().served.body.size();
    places_.erase(kept_.back().key);
    kept_.pop_back();
  }
  return &kept_.front().served;
}

Result<Served> OriginPages::read(std::uint32_t page, std::size_t version) const {
  // A reader reads ahead; in a slice up to the next version it reads little more than the record.
  const warc::Position at = positions_[page][version];
  const auto next = std::upper_bound(offsets_.begin(), offsets_.end(), at.offset);
  const std::uint64_t end = next == offsets_.end() ? source_.size() : *next;
  const SliceSource slice(source_, at.offset, end - at.offset, source_.name());
  const bool alone = at.inner == 0 && is_gzip(slice);
  warc::Reader reader(
      alone ? static_cast<const Source&>(slice) : source_, [](const warc::Damage&) {},
      alone ? warc::Position{} : at);
  const warc::Record* record = TRY(reader.next());
  if (record == nullptr || record->target_uri() != history_.pages[page].name)
    return Error{Errc::Corrupt, fmt::format("{} changed while it was served", source_.name())};
  Served served;
  warc::Exchange exchange(*record, http::Layer::Payload,
                          [&](std::string_view piece) { served.body += piece; });
  for (;;) {
    const std::string_view piece = TRY(reader.read());
    if (piece.empty()) break;
    exchange.push(piece);
  }
  exchange.finish();
  served.modified.ms =
      static_cast<std::int64_t>(std::floor(history_.pages[page].versions[version].at)) * 1000;
  std::string essence;
  std::vector<std::string> codings;
  if (const http::Response* response = exchange.response()) {
    served.status = response->status.value_or(200);
    for (std::string_view name : kKeptFields)
      if (const auto value = response->fields.find(name))
        served.fields += fmt::format("{}: {}\r\n", name, relocated(where_, http::unfold(*value)));
    essence = http::content_type(response->fields).essence;
    codings = http::content_codings(response->fields);
    if (const auto etag = response->fields.find("ETag")) served.etag = http::unfold(*etag);
    if (const auto modified = http::last_modified(response->fields)) served.modified = *modified;
  }
  if (served.etag.empty())
    served.etag =
        fmt::format("\"{}\"", hex(digest_of(Algorithm::Sha256, served.body)).substr(0, 20));
  const bool is_robots = history_.pages[page].name.ends_with("/robots.txt");
  make_ready(served, is_robots ? "text/xml" : essence, page == history_.entry, std::move(codings));
  return served;
}

// Rewrites the body where it has to be, and says how it is encoded.
void OriginPages::make_ready(Served& served, std::string_view essence, bool entry,
                             std::vector<std::string> codings) const {
  if (holds_links(essence)) {
    const auto decoded =
        http::decode_all(served.body, {.content_codings = codings}, http::Layer::Content);
    std::string text = relocated(where_, decoded.bytes());
    if (entry && served.status == 200 && essence == "text/html") text += addition_;
    if (text != decoded.bytes()) {
      // Only gzip is made again; what came in another coding goes out in none.
      const bool gzipped = codings.size() == 1 && codings[0] == "gzip";
      served.body = gzipped ? codec::MemberDeflater().deflate(text) : std::move(text);
      if (!gzipped) codings.clear();
    }
  }
  std::string list;
  for (const std::string& coding : codings) list += (list.empty() ? "" : ", ") + coding;
  if (!list.empty()) served.fields += fmt::format("Content-Encoding: {}\r\n", list);
}

}  // namespace asof::lab
