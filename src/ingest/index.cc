#include "ingest/index.h"

#include <thread>

#include "base/ordered_pool.h"
#include "warc/draft.h"

namespace asof::ingest {
namespace {

// An HTTP head fits; the body is not needed unless a digest is missing.
constexpr std::size_t kKept = std::size_t{64} << 10;
constexpr std::uint64_t kInFlight = std::uint64_t{32} << 20;

struct Lines {
  std::string text;
  std::vector<warc::Damage> damage;
  std::uint64_t records = 0;
  std::uint64_t reached = 0;
};

}  // namespace

std::optional<cdx::Line> index_line(const Item& item, std::string_view filename,
                                    std::vector<warc::Damage>& damage) {
  if (!capture::is_indexed(item.record)) return std::nullopt;
  auto capture = capture_of(item, {.page = false, .sha256 = false});
  if (!capture->at) {
    damage.push_back(
        {.where = item.position, .what = without_date(*capture) + "; an index has no line for it"});
    return std::nullopt;
  }
  capture::Exchange& exchange = capture->exchanges.front();
  if (exchange.cut() != capture::Cut::None && exchange.record_cut == capture::Cut::None)
    damage.push_back(
        {.where = item.position, .what = std::string(sentence_of(exchange.cut())), .lost = false});
  cdx::Line line;
  line.key = std::move(capture->key);
  line.timestamp = digits14(*capture->at);
  line.digest = std::move(exchange.payload_digest);
  if (line.digest.empty() && !exchange.answer.sha1.empty())
    line.digest = warc::labelled(Algorithm::Sha1, exchange.answer.sha1);
  line.url = std::move(capture->url);
  line.mime =
      item.record.type() == warc::Type::Revisit ? "warc/revisit" : std::move(exchange.answer.mime);
  // As other indexers have it: a revisit without a block has no status of its own.
  const bool no_block = item.record.type() == warc::Type::Revisit && item.block.empty();
  if (exchange.answer.status > 0 && !no_block) line.status = exchange.answer.status;
  if (item.length > 0) line.length = item.length;
  line.offset = item.position.offset;
  line.filename = filename;
  line.method = std::move(exchange.method);
  line.request_body = std::move(exchange.request_body);
  return line;
}

cdx::Line index_line(const catalog::Capture& capture, std::string_view filename) {
  cdx::Line line;
  line.key = capture.urlkey;
  line.timestamp = digits14(capture.at);
  line.url = capture.url;
  line.mime = capture.kind == catalog::Kind::Revisit ? "warc/revisit" : capture.mime;
  if (capture.status > 0) line.status = capture.status;
  line.digest = capture.digest;
  if (capture.length > 0) line.length = capture.length;
  line.offset = capture.where.offset;
  line.filename = filename;
  return line;
}

cdx::Line index_line(const catalog::Capture& capture, const std::optional<catalog::Capture>& shown,
                     std::string_view filename) {
  cdx::Line line = index_line(capture, filename);
  if (line.digest.empty() && shown) line.digest = shown->digest;
  if (capture.kind == catalog::Kind::Revisit && capture.status == 304 && shown)
    line.status = shown->status;
  return line;
}

Result<std::uint64_t> index_file(const Source& source, std::string_view filename,
                                 const std::function<void(std::string&, const cdx::Line&)>& write,
                                 const std::function<Result<void>(std::string_view)>& take,
                                 const IndexOptions& options) {
  OrderedPool<Stretch, Lines> pool(std::max(1u, options.threads), kInFlight, [&](Stretch stretch) {
    Lines lines{.damage = std::move(stretch.damage),
                .records = stretch.records,
                .reached = stretch.next.offset};
    for (const Item& item : stretch.items)
      if (auto line = index_line(item, filename, lines.damage)) {
        write(lines.text, *line);
        lines.text += '\n';
      }
    return lines;
  });
  std::optional<Error> failure;
  std::thread reader([&] {
    StretchReader stretches(source, {},
                            {.keep = kKept, .digest_all = false, .threads = options.threads});
    for (;;) {
      auto stretch = stretches.next();
      if (!stretch) failure = stretch.error();
      if (!stretch || !*stretch) break;
      std::uint64_t weight = (*stretch)->bytes + 4096;
      if (!pool.put(std::move(**stretch), weight)) break;
    }
    pool.close();
  });
  std::uint64_t records = 0;
  Result<void> taken;
  while (auto lines = pool.take()) {
    records += lines->records;
    if (options.on_damage)
      for (const warc::Damage& damage : lines->damage) options.on_damage(damage);
    if (options.on_progress) options.on_progress(lines->reached, source.size());
    taken = take(lines->text);
    if (!taken) pool.cancel();
  }
  reader.join();
  if (!taken) return std::move(taken).error();
  if (failure) return *failure;
  return records;
}

}  // namespace asof::ingest
