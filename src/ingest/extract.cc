#include "ingest/extract.h"

#include "base/text.h"
#include "warc/exchange.h"
#include "warc/reader.h"

namespace asof::ingest {

namespace {

std::string remark_on(std::string_view truncated, const http::BodyNotes& notes) {
  if (!truncated.empty())
    return "was cut when it was captured (" + asof::to_utf8(truncated) + "): this is its beginning";
  if (!notes.unknown_coding.empty())
    return "is coded as " + asof::to_utf8(notes.unknown_coding) + ", which is not undone";
  if (notes.not_encoded) return "is not compressed as its server said: it is given as it came";
  return "";
}

}  // namespace

Result<std::string> extract(const Source& source, warc::Position where, Extract what,
                            const std::function<Result<void>(std::string_view)>& write) {
  std::string at = source.name() + " at offset " + to_string(where);
  std::string damage;
  warc::Reader reader(
      source,
      [&](const warc::Damage& d) {
        if (d.lost && damage.empty()) damage = d.what;
      },
      where);
  const warc::Record* record = TRY(reader.next());
  if (record == nullptr || reader.position() != where)
    return Error{Errc::NotFound, at + ": " + (damage.empty() ? "no record starts here" : damage)};
  const std::string truncated(record->find("WARC-Truncated"));
  if (what != Extract::Payload) {
    TRY(write(record->head()));
    if (record->is_arc()) TRY(write("\n"));
  }
  Result<void> written;
  warc::Exchange exchange(*record, http::Layer::Content, [&](std::string_view bytes) {
    if (what == Extract::Payload && written) written = write(bytes);
  });
  std::string head;
  for (;;) {
    std::string_view piece = TRY(reader.read());
    if (piece.empty()) break;
    if (what == Extract::Record) {
      TRY(write(piece));
      continue;
    }
    if (what == Extract::Headers && exchange.head_size() == 0) head += piece;
    exchange.push(piece);
    if (!written) return std::move(written).error();
  }
  if (what != Extract::Record) exchange.finish();
  if (!written) return std::move(written).error();
  if (what == Extract::Headers) TRY(write(std::string_view(head).substr(0, exchange.head_size())));
  warc::End end = TRY(reader.finish());
  if (!end.sound) return Error{Errc::Corrupt, at + ": " + damage};
  if (exchange.limited())
    return Error{Errc::Limit, at + ": the payload unpacks to more than is allowed; what was "
                                   "unpacked so far was written"};
  const http::BodyNotes& notes = exchange.notes();
  if (what == Extract::Payload && (notes.encoding_broken || notes.encoding_unterminated))
    return Error{Errc::Corrupt, at + ": what the server sent compressed " +
                                    (notes.encoding_broken ? "is damaged" : "ends too early") +
                                    "; what could be unpacked of it was written"};
  return what == Extract::Payload ? remark_on(truncated, notes) : "";
}

}  // namespace asof::ingest
