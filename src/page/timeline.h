// A timeline: one row per thing, time from left to right, drawn as SVG. Kinds are the classes of
// grades in style(), which give the colours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.h"

namespace asof::page {

class Timeline final {
 public:
  // Rows are the lower, the more of them there are.
  Timeline(Instant from, Instant until, std::size_t rows);

  // A band behind all rows, with a word above it. Before the first row.
  void band(Instant from, Instant until, std::string_view word);

  // The next row; its title is shown where the pointer rests on it.
  void begin_row(std::string_view title);
  void line(Instant from, Instant until, std::string_view kind, bool dashed);
  enum class Mark : std::uint8_t { Dot, Ring, Cross };  // a cross is always of the kind "unknown"
  void mark(Instant at, Mark mark, std::string_view kind);
  void end_row();

  // The <svg> element; both ends of time are written below the rows.
  std::string svg(std::string_view label, std::string_view left_end,
                  std::string_view right_end) const;

 private:
  double x(Instant at) const;
  double bottom() const;

  const std::int64_t from_;
  const std::int64_t length_;
  const std::size_t rows_;
  const double row_;  // height
  double y_;          // the middle of the row
  std::string out_;
};

}  // namespace asof::page
