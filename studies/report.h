// The report of the laboratory: what a paper claims of a figure beside what was measured. A verdict
// is never written by hand: it follows from checks, each a comparison of measured numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "page/chart.h"

namespace asof::studies {

enum class Verdict : std::uint8_t { Reproduced, Partly, Not, Undecided, Untested };
std::string_view name_of(Verdict verdict);

struct Check {
  std::string what;  // with the numbers compared: "SHARC-offline 1002 below breadth-first 1955"
  bool held = false;
  bool decided = true;  // false: what was measured is too little to tell; it did not hold then
};

struct Claim {
  std::string says;  // the paper's words, or ours made short
  std::vector<Check> checks;
  std::string why{};  // what explains it where not all checks held
  bool ours = false;  // not of the paper: what is claimed of our own strategies
};

// Words, or a number with its interval, which a CSV file has in columns of their own.
struct Cell {
  Cell(std::string words) : text(std::move(words)) {}
  Cell(const char* words) : text(words) {}
  Cell(std::string words, const page::Point& value) : text(std::move(words)), number(value) {}

  std::string text;
  std::optional<page::Point> number{};  // its x says nothing
};

struct Table {
  std::string title;
  std::vector<std::string> heading;
  std::vector<std::vector<Cell>> rows;
};

struct Figure {
  std::string name;   // "sharc-figure-10"
  std::string paper;  // "SHARC, Figure 10"
  std::string title;
  std::string method;  // how it was made here
  std::vector<page::Chart> charts;
  std::vector<Table> tables{};
  std::vector<Claim> claims{};
};

// All checks held, some, none; undecided where none held and none surely failed; untested where
// there are none.
Verdict verdict_of(const Claim& claim);
// Of the paper's claims together, leaving out those of ours and those not tested; of ours where the
// figure is no paper's.
Verdict verdict_of(const Figure& figure);

struct ReportOptions {
  std::string title;
  std::string command;  // what makes the same report again
  bool quick = false;
};

// One HTML document that needs nothing else.
std::string to_html(std::span<const Figure> figures, const ReportOptions& options);
// The charts' points; of a figure without charts, its tables. Nothing where nothing was measured.
std::string to_csv(const Figure& figure);

}  // namespace asof::studies
