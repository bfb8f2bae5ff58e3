#include "retrieve/extract.h"

#include "retrieve/content.h"
#include "retrieve/record_at.h"
#include "warc/exchange.h"

namespace asof::retrieve {

Result<std::string> extract(const Source& source, warc::Position where, Extract what,
                            const Write& write) {
  RecordAt opened = TRY(RecordAt::open(source, where));
  const warc::Record& record = opened.head();
  if (what != Extract::Payload) {
    TRY(write(record.head()));
    if (record.is_arc()) TRY(write("\n"));
  }
  Result<void> written;
  warc::Exchange exchange(record, http::Layer::Content, [&](std::string_view bytes) {
    if (what == Extract::Payload && written) written = write(bytes);
  });
  for (;;) {
    const std::string_view piece = TRY(opened.read());
    if (piece.empty()) break;
    if (what == Extract::Record) {
      TRY(write(piece));
      continue;
    }
    exchange.push(piece);
    if (!written) return std::move(written).error();
  }
  if (what != Extract::Record) exchange.finish();
  if (!written) return std::move(written).error();
  if (what == Extract::Headers) TRY(write(exchange.head()));
  TRY(opened.finish());
  if (exchange.limited())
    return Error{Errc::Limit, opened.place() + ": the payload unpacks to more than is allowed; " +
                                  "what was unpacked so far was written"};
  const http::BodyNotes& notes = exchange.notes();
  if (what == Extract::Payload && (notes.encoding_broken || notes.encoding_unterminated))
    return Error{Errc::Corrupt, opened.place() + ": what the server sent compressed " +
                                    (notes.encoding_broken ? "is damaged" : "ends too early") +
                                    "; the part that could be decompressed was written"};
  std::string remark = what == Extract::Payload ? remark_on(record, notes) : "";
  const warc::BodyFlaw flaw = exchange.body_flaw();
  if (remark.empty() && what == Extract::Payload && record.type() == warc::Type::Response &&
      flaw != warc::BodyFlaw::None)
    return opened.place() + ": " + std::string(sentence_of(flaw));
  return remark.empty() ? remark : opened.place() + ": the payload " + remark;
}

}  // namespace asof::retrieve
