// What a Reader knows while it reads.
#pragma once

#include "warc/input_internal.h"
#include "warc/reader.h"

namespace asof::warc {

struct Reader::State {
  State(const Source& s, OnDamage d, Inflated i)
      : source(s), on_damage(std::move(d)), input(s, std::move(i)) {}

  const Source& source;
  OnDamage on_damage;
  Input input;
  Record record;

  std::uint64_t next_unit = 0;  // where the next unit starts
  std::uint64_t skip = 0;       // uncompressed bytes of it to pass over
  bool unit_open = false;
  bool in_record = false;
  bool finished = true;    // finish() was called for the current record
  Position start;          // of the current record
  Position block;          // where its block starts
  std::uint64_t left = 0;  // bytes of its block still to come
  Flaw flaw = Flaw::None;  // of its length, as measure() found
  std::uint64_t held = 0;  // bytes its block was found to have
  // Of a plain file: no head that starts before it ends before it. So what looks like a thousand
  // heads without an end is searched once, not a thousand times.
  std::uint64_t endless = 0;
  std::size_t in_unit = 0;  // records met in the current unit
  bool any_compressed = false;
  bool one_each = true;
  End end;

  void report(Position where, std::string what, bool lost = true, bool foreign = false) {
    if (on_damage) on_damage({where, std::move(what), lost, foreign});
  }
  Result<bool> open_unit();
  Result<void> close_unit();
  Result<bool> skip_newlines(std::size_t& count);
  Result<bool> resync(Position from);
  Result<std::optional<std::size_t>> parse_head(std::string& why, bool& foreign);
  Result<void> measure();
  std::string missing(std::uint64_t there) const;
  Result<void> finish_plain(std::size_t newlines);
  Result<void> finish_early();
};

// Line ends that close a record.
std::size_t closing_lines(const Record& record);
// A head of either format seems to start here.
bool starts_record(std::string_view bytes);

}  // namespace asof::warc
