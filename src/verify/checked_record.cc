#include "capture/block.h"
#include "verify/checked_record_internal.h"

namespace asof::verify {
namespace {

// Heads and notes are kept; bodies are only digested.
constexpr std::size_t kKept = std::size_t{1} << 20;

void tell(const capture::RecordName& name, capture::RecordName& record) {
  record.offset = name.offset;
  record.length = name.length;
  record.fault = name.fault;
}

}  // namespace

Result<CheckedRecord> read_checked(warc::Reader& reader, const warc::Record& head) {
  CheckedRecord checked{.url = std::string(head.target_uri())};
  checked.name.offset = reader.position().offset;
  checked.name.id = head.id();
  capture::BlockReader bytes(head, {.keep = kKept, .check = true});
  for (;;) {
    const std::string_view piece = TRY(reader.read());
    if (piece.empty()) break;
    bytes.push(piece);
  }
  bytes.finish();
  const std::string block = bytes.take_block();
  if (head.type() == warc::Type::Warcinfo) checked.warcinfo = block;
  const auto& rest = bytes.rest();
  checked.capture = capture::read_record(head, {.block = block, .rest = rest ? &*rest : nullptr},
                                         {.page = false, .any_digest = false});
  // The head is the reader's, and gone with the next record.
  const warc::End end = TRY(reader.finish());
  checked.name.length = end.length;
  checked.name.fault = end.sound ? bytes.fault() : "the record is damaged";
  if (!checked.capture) return checked;
  if (checked.capture->notes) tell(checked.name, checked.capture->notes_record);
  for (capture::Exchange& exchange : checked.capture->exchanges) {
    tell(checked.name, exchange.record);
    tell(checked.name, exchange.request_record);
  }
  return checked;
}

}  // namespace asof::verify
