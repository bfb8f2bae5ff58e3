// Pages of HTML for people: one file that needs nothing else, no script either.
//
//   page::document({.title = "Two tables",
//                   .body = "<h1>Two tables</h1>\n" + page::table({"a", "b"}, rows)});
//
// Arguments named `html` are markup and stand as they are; all others are text and are escaped.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "page/escape.h"

namespace asof::page {

struct Document {
  std::string title;
  std::string more_style = {};  // CSS behind style(): bar_style(), chart_style(), one's own
  std::string body_html;
  bool has_pictures = false;  // images that the page itself holds, as data: addresses
};
std::string document(const Document& document);

// The style sheet of every page, for light and dark screens and for print. Grades are its classes
// and colours: proven, attested, likely, conflict, unknown.
//
// Certificates hold it byte for byte, and `asof verify` compares them: a change of it makes every
// certificate on disk differ from the page that is made again.
std::string_view style();

// A word in the colour of a class: page::chip("proven", "● proven").
std::string chip(std::string_view kind, std::string_view text);

// Figures in a row, each in a box of its own.
struct Figure {
  std::string_view kind;  // a class: its colour
  std::string name_html;
  std::string value;
  std::string_view meaning = {};
};
std::string tally(std::span<const Figure> figures);

// A table that scrolls by itself where it is too wide. `rows_html` is <tr> elements, each with its
// line end. No heading: no <thead>. `kind` "stack": on narrow screens a row becomes lines.
std::string table(const std::vector<std::string>& heading_html, std::string_view rows_html,
                  std::string_view kind = {});

}  // namespace asof::page
