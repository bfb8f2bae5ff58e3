#include "ingest/item.h"

#include <utility>

#include "base/text.h"
#include "warc/digest_field.h"

namespace asof::ingest {
namespace {

constexpr std::uint64_t kStretchBytes = std::uint64_t{1} << 20;
constexpr std::size_t kStretchItems = 500;

bool is_answer(const Item& item) {
  return item.record.type() == warc::Type::Response || item.record.type() == warc::Type::Revisit;
}

// Whether a request and an answer belong together: tools write them next to each other, the same
// URI and, where they say so, concurrent to each other.
bool belong(const Item& request, const Item& answer) {
  return is_answer(answer) && request.record.target_uri() == answer.record.target_uri() &&
         answer.request.empty();
}

bool may_pair(const Item& before, const Item& after) {
  if (after.record.type() == warc::Type::Request) return belong(after, before);
  return before.record.type() == warc::Type::Request && belong(before, after);
}

bool is_plain_get(std::string_view request) { return request.starts_with("GET "); }

}  // namespace

std::optional<capture::Capture> capture_of(const Item& item, const capture::ReadWhat& what) {
  auto capture = capture::read_record(
      item.record,
      {.block = item.block, .rest = item.rest ? &*item.rest : nullptr, .request = item.request},
      what);
  if (!capture) return capture;
  if (item.flaw != warc::Flaw::None) {
    // Half a value of a field is another value: notes that are cut say nothing.
    if (capture->notes) return std::nullopt;
    for (capture::Exchange& exchange : capture->exchanges)
      exchange.record_cut = capture::cut_of(item.flaw);
  }
  const auto locate = [&](capture::RecordName& record) {
    record.offset = item.position.offset;
    record.inner = item.position.inner;
    record.length = item.length;
  };
  if (capture->notes) locate(capture->notes_record);
  for (capture::Exchange& exchange : capture->exchanges) {
    locate(exchange.record);
    locate(exchange.request_record);
  }
  return capture;
}

std::string without_date(const capture::Capture& capture) {
  return "the record has no date that can be read (\"" +
         asof::to_utf8(std::string_view(capture.date_field).substr(0, 40)) + "\")";
}

StretchReader::StretchReader(const Source& source, warc::Position from, StretchOptions options)
    : options_(options),
      lookahead_(source, from.offset, options.threads > 1 ? options.threads : 0),
      reader_(
          source, [this](const warc::Damage& d) { current_.damage.push_back(d); }, from,
          [this](std::uint64_t offset) { return lookahead_.at(offset); }),
      begun_(from != warc::Position{}) {}

Result<void> StretchReader::read_item(Item& item) {
  const warc::Record* record = TRY(reader_.next());
  if (record == nullptr) {
    ended_ = true;
    return {};
  }
  item.position = reader_.position();
  item.first = !std::exchange(begun_, true) && current_.damage.empty();
  capture::BlockReader block(
      *record, {.keep = options_.keep,
                .digests = options_.digest_all || warc::payload_digest(*record).empty()});
  for (;;) {
    std::string_view piece = TRY(reader_.read());
    if (piece.empty()) break;
    block.push(piece);
  }
  block.finish();
  item.rest = block.rest();
  item.block = block.take_block();
  warc::End end = TRY(reader_.finish());
  item.flaw = end.flaw;
  item.length = end.length;
  item.record = reader_.take();
  return {};
}

// Requests are of interest only where they make an answer another resource: a POST.
void StretchReader::pair(Stretch& stretch, Item item) {
  bool request = item.record.type() == warc::Type::Request;
  if (!stretch.items.empty()) {
    Item& before = stretch.items.back();
    if (request && belong(item, before)) {
      if (!is_plain_get(item.block)) before.request = std::move(item.block);
      return;
    }
    if (before.record.type() == warc::Type::Request) {
      if (belong(before, item)) item.request = std::move(before.block);
      stretch.items.pop_back();
    }
  }
  if (request && is_plain_get(item.block)) return;
  stretch.bytes += item.block.size();
  stretch.items.push_back(std::move(item));
}

Result<std::optional<Stretch>> StretchReader::next() {
  while (!ended_) {
    Item item;
    TRY(read_item(item));
    if (ended_) break;
    // A stretch ends before a record that does not belong with the one before it: a request and its
    // answer stay together.
    bool full = current_.bytes >= kStretchBytes || current_.items.size() >= kStretchItems;
    bool pairs = !current_.items.empty() && may_pair(current_.items.back(), item);
    std::optional<Stretch> done;
    if (full && !pairs) {
      current_.next = item.position;
      done = std::exchange(current_, {});
    }
    ++current_.records;
    pair(current_, std::move(item));
    if (done) return done;
  }
  bool nothing = current_.items.empty() && current_.damage.empty() && current_.records == 0;
  if (nothing) return std::optional<Stretch>();
  current_.next = reader_.resume_point();
  if (!current_.items.empty() && current_.items.back().record.type() == warc::Type::Request)
    current_.items.pop_back();
  return std::optional<Stretch>(std::exchange(current_, {}));
}

}  // namespace asof::ingest
