#include "warc/reader.h"

#include <algorithm>

#include "base/text.h"
#include "warc/input_internal.h"
#include "warc/reader_internal.h"

namespace asof::warc {

std::string nothing_read(const std::string& name, std::string_view kinds, const Damage* first) {
  const std::string where = to_string(first != nullptr ? first->where : Position{});
  if (first != nullptr && !first->foreign)
    return name + " at offset " + where + ": " + first->what +
           "; no record of the file can be read";
  return name + " is not a " + std::string(kinds) +
         " file: " + (first != nullptr ? first->what : "it holds no record") + " (offset " + where +
         ")";
}

Reader::Reader(const Source& source, OnDamage on_damage, Position from, Inflated inflated)
    : state_(std::make_unique<State>(source, std::move(on_damage), std::move(inflated))) {
  state_->next_unit = from.offset;
  state_->skip = from.inner;
}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;

Position Reader::position() const { return state_->start; }
bool Reader::compressed() const { return state_->any_compressed; }
bool Reader::by_record() const { return state_->one_each; }

Record Reader::take() {
  CHECK(state_->finished);
  return std::move(state_->record);
}

Position Reader::resume_point() const {
  if (!state_->unit_open) return {state_->next_unit, 0};
  return state_->input.position();
}

// Opens the next unit. A compressed file whose next unit is neither compressed nor empty has
// something between its members that does not belong there.
Result<bool> Reader::State::open_unit() {
  std::uint64_t offset = next_unit;
  Compression before = input.compression();
  if (!TRY(input.open(offset, skip))) return false;
  skip = 0;
  unit_open = true;
  in_unit = 0;
  bool compressed = input.compression() != Compression::None;
  if (any_compressed && !compressed) {
    std::string_view rest = TRY(input.peek(4096));
    bool padding = source.size() - offset <= 4096 &&
                   std::all_of(rest.begin(), rest.end(), [](char c) { return c == 0; });
    if (padding) {
      report({offset, 0}, "zero bytes follow the last record", false);
      return false;
    }
    std::string_view noun = before == Compression::Zstd ? "zstd frame" : "gzip member";
    auto found = TRY(input.find_start(offset, before));
    report({offset, 0}, "no " + std::string(noun) + " starts here");
    unit_open = false;
    next_unit = found.value_or(source.size());
    return found ? open_unit() : Result<bool>(false);
  }
  any_compressed = any_compressed || compressed;
  return true;
}

// At the end of a unit: its checksum may still be wrong, after every record in it was delivered.
Result<void> Reader::State::close_unit() {
  unit_open = false;
  if (any_compressed && in_unit > 1) one_each = false;
  if (input.fault()) {
    Compression compression = input.compression();
    std::uint64_t offset = input.unit_offset();
    report(input.position(), *input.fault());
    auto found = TRY(input.find_start(offset + 1, compression));
    next_unit = found.value_or(source.size());
  } else {
    next_unit = input.unit_end().value_or(source.size());
  }
  return {};
}

// Passes over CR and LF, and says how many line feeds there were. False at the end of the unit.
Result<bool> Reader::State::skip_newlines(std::size_t& count) {
  for (;;) {
    std::string_view ahead = TRY(input.peek(1));
    if (ahead.empty()) return false;
    std::size_t n = 0;
    while (n < ahead.size() && (ahead[n] == '\r' || ahead[n] == '\n')) count += ahead[n++] == '\n';
    input.consume(n);
    if (n < ahead.size()) return true;
  }
}

// Moves to the next place after `from` at which a record seems to start. Says whether the
// compressed unit it passed over turned out to be damaged.
Result<bool> Reader::State::resync(Position from) {
  in_record = false;
  unit_open = false;
  if (input.compression() == Compression::None) {
    auto found = TRY(input.find_start(from.offset, Compression::None));
    // A first member without its magic makes a compressed file look plain.
    if (from.offset == 0) {
      for (Compression other : {Compression::Gzip, Compression::Zstd}) {
        auto member = TRY(input.find_start(from.offset, other));
        if (member && (!found || *member < *found)) found = member;
      }
    }
    next_unit = found.value_or(source.size());
    return false;
  }
  // Inside a compressed unit: look for another record in the rest of it, then after it.
  for (;;) {
    std::string_view ahead = TRY(input.peek(std::size_t{64} << 10));
    if (ahead.empty()) break;
    std::size_t feed = ahead.find('\n');
    std::size_t pass = feed == std::string_view::npos ? ahead.size() : feed + 1;
    input.consume(pass);
    if (starts_like_warc(ahead.substr(pass))) {
      unit_open = true;
      return false;
    }
  }
  bool faulty = input.fault().has_value();
  if (faulty) {
    auto found = TRY(input.find_start(input.unit_offset() + 1, input.compression()));
    next_unit = found.value_or(source.size());
  } else {
    next_unit = input.unit_end().value_or(source.size());
  }
  return faulty;
}

Result<std::optional<std::size_t>> Reader::State::parse_head(std::string& why, bool& foreign) {
  const bool plain = input.compression() == Compression::None;
  std::size_t searched = 0;
  if (plain && endless > start.offset) searched = static_cast<std::size_t>(endless - start.offset);
  for (std::size_t want = 4096;; want *= 4) {
    std::string_view ahead = TRY(input.peek(std::max(want, searched)));
    bool warc = starts_like_warc(ahead);
    if (!warc && !starts_like_arc(ahead)) {
      constexpr std::string_view kFirst = "WARC/";
      const bool begun = ahead.size() < 8 && istarts_with(ahead, kFirst.substr(0, ahead.size()));
      foreign = !input.fault() && !begun;
      why = input.fault() ? *input.fault()
            : begun       ? "the file ends inside a record's head"
                          : "no record starts here";
      if (ahead.starts_with("\x04\"M\x18"))
        why += ": LZ4 is not supported; recompress it with gzip";
      return std::optional<std::size_t>();
    }
    if (!warc) {
      auto size = record.parse_arc(ahead, why);
      if (!size || *size > 0) return size;
    } else if (auto size = end_of_head(ahead, std::min(searched, ahead.size())); size > 0) {
      return record.parse_warc(ahead.substr(0, size), why);
    } else {
      searched = ahead.size();
      if (plain) endless = start.offset + searched;
    }
    if (warc && searched >= kLongestHead) {
      why = "the record's head has no end within 1 MiB";
      return std::optional<std::size_t>();
    }
    if (ahead.size() < want) {
      why = input.fault() ? *input.fault() : "the file ends inside a record's head";
      return std::optional<std::size_t>();
    }
  }
}

Result<const Record*> Reader::next() {
  State& s = *state_;
  if (!s.finished) TRY(finish());
  s.in_record = false;
  for (;;) {
    if (!s.unit_open) {
      if (s.next_unit >= s.source.size() || !TRY(s.open_unit())) return nullptr;
    }
    std::size_t newlines = 0;
    if (!TRY(s.skip_newlines(newlines))) {
      TRY(s.close_unit());
      continue;
    }
    s.start = s.input.position();
    std::string why;
    bool foreign = false;
    auto size = TRY(s.parse_head(why, foreign));
    if (!size) {
      s.report(s.start, why, true, foreign);
      TRY(s.resync(s.start));
      continue;
    }
    s.input.consume(*size);
    s.block = s.input.position();
    TRY(s.measure());
    s.in_record = true;
    s.finished = false;
    ++s.in_unit;
    return &s.record;
  }
}

Result<std::string_view> Reader::read() {
  State& s = *state_;
  if (!s.in_record || s.left == 0) return std::string_view();
  std::string_view ahead = TRY(s.input.peek(1));
  auto n = static_cast<std::size_t>(std::min<std::uint64_t>(ahead.size(), s.left));
  s.input.consume(n);
  s.left -= n;
  return ahead.substr(0, n);
}

// In a plain file a block must be followed by a line end, then by the next record or the end of the
// file.
Result<void> Reader::State::finish_plain(std::size_t newlines) {
  if (flaw == Flaw::Short) return {};
  std::string_view ahead = TRY(input.peek(4096));
  if (ahead.empty()) {
    if (newlines < closing_lines(record) && flaw == Flaw::None)
      report(input.position(), "the file ends inside the line ends that close a record", false);
  } else if (!starts_record(ahead)) {
    report(input.position(), "a record is followed by data that is not a record");
    TRY(resync(input.position()));
  }
  return {};
}

// The unit broke off, or is damaged, inside the block.
Result<void> Reader::State::finish_early() {
  end.flaw = input.fault() && !input.cut_off() ? Flaw::Damaged : Flaw::Short;
  const std::uint64_t there = record.content_length() - left;
  left = 0;
  report(start, missing(there));
  TRY(resync(start));
  end.length = unit_open ? 0 : next_unit - start.offset;
  return {};
}

Result<End> Reader::finish() {
  State& s = *state_;
  if (s.finished) return s.end;
  s.finished = true;
  s.end = {};
  while (s.left > 0) {
    std::string_view piece = TRY(read());
    if (piece.empty()) break;
  }
  if (s.left > 0) {
    TRY(s.finish_early());
    return s.end;
  }
  s.end.flaw = s.flaw;
  s.end.sound = s.flaw == Flaw::None;
  if (s.flaw == Flaw::Short) s.report(s.start, s.missing(s.held));
  if (s.flaw == Flaw::Length)
    s.report(s.start, "the record has a wrong Content-Length of " +
                          std::string(s.record.find("Content-Length").substr(0, 40)) +
                          "; its block has " + counted(s.held, "byte"));
  std::size_t newlines = 0;
  bool more = TRY(s.skip_newlines(newlines));
  s.end.line_feeds = newlines;
  s.end.length = s.input.position().offset - s.start.offset;
  if (s.input.compression() == Compression::None) {
    TRY(s.finish_plain(newlines));
    return s.end;
  }
  if (!more && s.input.fault()) {
    if (s.in_unit > 1) return s.end;
    s.end.sound = false;
    s.end.flaw = s.input.cut_off() ? Flaw::Short : Flaw::Damaged;
    s.report(s.start, *s.input.fault());
    TRY(s.resync(s.start));
    s.end.length = s.next_unit - s.start.offset;
    return s.end;
  }
  if (!more) {
    s.end.length = *s.input.unit_end() - s.start.offset;
    TRY(s.close_unit());
    return s.end;
  }
  s.end.length = 0;  // several records share the unit: none has a length of its own
  std::string_view ahead = TRY(s.input.peek(4096));
  if (starts_record(ahead)) return s.end;
  Position stray = s.input.position();
  if (TRY(s.resync(stray)) && s.in_unit == 1) {
    s.end.sound = false;
    s.end.flaw = Flaw::Damaged;
    s.end.length = s.next_unit - s.start.offset;
    s.report(s.start, "the record's compressed data is damaged");
  } else {
    s.report(stray, "a record is followed by data that is not a record");
  }
  return s.end;
}

}  // namespace asof::warc
