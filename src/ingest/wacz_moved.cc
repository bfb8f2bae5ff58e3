#include <unistd.h>

#include <array>
#include <cstring>

#include "codec/member_stream.h"
#include "ingest/wacz_internal.h"
#include "warc/reader.h"

namespace asof::ingest {
namespace {

// A row of the list: where a record was, where it is, and its length there. Rows of one file are in
// the order of where they were.
using Row = std::array<std::uint64_t, 3>;
constexpr std::size_t kUnwritten = std::size_t{64} << 10;

}  // namespace

Result<Spool> Spool::create(std::string path) {
  if (exists(path)) TRY(remove_file(path));
  auto sink = TRY(FileSink::create(path));
  return Spool(std::move(path), std::move(sink));
}

Spool::Spool(Spool&& other) noexcept
    : path_(std::exchange(other.path_, "")), sink_(std::move(other.sink_)) {}

Spool::~Spool() {
  if (!path_.empty()) ::unlink(path_.c_str());
}

Result<void> Moved::flush() {
  TRY(list_.write(unwritten_));
  unwritten_.clear();
  return {};
}

Result<void> Moved::rewrite(catalog::FileId file, const Source& source, Spool& out) {
  const std::uint64_t from = count_;
  codec::MemberStream member([&](std::string_view bytes) { return out.write(bytes); });
  warc::Reader reader(source, [](const warc::Damage&) {});
  while (const warc::Record* record = TRY(reader.next())) {
    Row row = {reader.position().offset, out.size(), 0};
    TRY(member.put(record->head()));
    for (;;) {
      const std::string_view piece = TRY(reader.read());
      if (piece.empty()) break;
      TRY(member.put(piece));
    }
    // A record that is cut stays so: it is kept as it is, and is found out again.
    TRY(reader.finish());
    TRY(member.put("\r\n\r\n"));
    TRY(member.finish());
    row[2] = out.size() - row[1];
    unwritten_.append(reinterpret_cast<const char*>(row.data()), sizeof row);
    ++count_;
    if (unwritten_.size() >= kUnwritten) TRY(flush());
  }
  rows_[file] = {from, count_};
  return {};
}

Result<std::optional<Moved::Place>> Moved::find(catalog::FileId file, std::uint64_t offset) {
  const auto rows = rows_.find(file);
  if (rows == rows_.end()) return std::optional<Place>();
  if (!read_) {
    TRY(flush());
    FileSource list = TRY(FileSource::open(list_.path()));
    read_.emplace(std::move(list));
  }
  auto [from, to] = rows->second;
  while (from < to) {
    const std::uint64_t middle = from + (to - from) / 2;
    Row row{};
    TRY(read_->read_at(middle * sizeof row,
                       std::span(reinterpret_cast<char*>(row.data()), sizeof row)));
    if (row[0] == offset) return std::optional(Place{row[1], row[2]});
    if (row[0] < offset)
      from = middle + 1;
    else
      to = middle;
  }
  return Error{Errc::Corrupt, "the catalog has a record at offset " + std::to_string(offset) +
                                  " where its file has none; run 'asof reindex'"};
}

}  // namespace asof::ingest
