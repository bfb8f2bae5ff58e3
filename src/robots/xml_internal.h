// A scanner for XML as it is found: no tree, no validation, no failure.
//
// Comments, processing instructions and document types are passed over; a CDATA section is text;
// a reference needs its semicolon, so that "?a=1&copy=2" keeps its meaning; entities a document
// declares itself are not expanded. Linear in the input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace asof::robots {

struct XmlEvent {
  enum class Kind : std::uint8_t { Start, End, Text };
  Kind kind = Kind::Text;
  std::string_view name;        // as written, with its prefix
  std::string_view attributes;  // as written
  bool empty = false;           // "<a/>": a start without an end of its own
  std::string_view text;        // raw, or of a CDATA section
  bool literal = false;         // of a CDATA section: no references in it
};

class XmlScanner final {
 public:
  explicit XmlScanner(std::string_view text) : rest_(text) {}
  // False at the end. A tag that is cut there is no event.
  bool next(XmlEvent& event);

 private:
  bool take_markup(XmlEvent& event);
  bool skip_past(std::string_view end, std::size_t from);
  void skip_doctype();

  std::string_view rest_;
};

void append_xml_text(std::string& out, std::string_view raw);

std::string_view local_name(std::string_view name);
std::string_view prefix_of(std::string_view name);
// An attribute's value, by its local name; case does not matter.
std::optional<std::string> xml_attribute(std::string_view attributes, std::string_view name);

// The document as UTF-8: by its byte order mark, its zeros or its declaration.
std::string xml_to_utf8(std::string_view bytes);

}  // namespace asof::robots
