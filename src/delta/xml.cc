#include <fmt/format.h>

#include "base/text.h"
#include "delta/json.h"

namespace asof::delta {
namespace {

using block::Content;
using block::ContentKind;

// Text or an attribute's value. XML 1.0 has no place for most control characters, nor for U+FFFE
// and U+FFFF, not even as references.
std::string xml(std::string_view text) {
  const std::string utf8 = to_utf8(text);
  std::string out;
  out.reserve(utf8.size());
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const char c = utf8[i];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\n' || c == '\t' || c == '\r') {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += "\xEF\xBF\xBD";
    } else if (utf8.compare(i, 2, "\xEF\xBF") == 0 && i + 2 < utf8.size() &&
               static_cast<unsigned char>(utf8[i + 2]) >= 0xBE) {
      out += "\xEF\xBF\xBD";
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

std::string address_of(const Content& content) {
  if (content.kind == ContentKind::Text) return "";
  return xml_attribute(content.kind == ContentKind::Link ? "href" : "src", content.address);
}

std::string element(const Content& content) {
  return fmt::format("<{0}{1}>{2}</{0}>", block::name_of(content.kind), address_of(content),
                     xml(content.text));
}

void write_xml(std::string& out, const Operation& operation) {
  out += fmt::format("    <{}>\n", name_of(operation.kind));
  for (const std::string& name : operation.from) {
    out += fmt::format("      <from{}/>\n", xml_attribute("name", name));
  }
  for (const Part& part : operation.to) {
    out += fmt::format("      <to{}{} position=\"{}\"", xml_attribute("name", part.block.name),
                       xml_attribute("parent", part.block.parent), part.position);
    if (operation.kind == Structural::Split) {
      out += fmt::format(" first=\"{}\" count=\"{}\"", part.first, part.count);
    }
    if (part.block.contents.empty()) {
      out += "/>\n";
      continue;
    }
    out += ">\n";
    for (const Content& content : part.block.contents) out += "        " + element(content) + "\n";
    out += "      </to>\n";
  }
  out += fmt::format("    </{}>\n", name_of(operation.kind));
}

void write_xml(std::string& out, const ContentEdit& edit) {
  out += fmt::format("      <{}", name_of(edit.edit));
  if (edit.edit != Edit::Insert) out += fmt::format(" old=\"{}\"", edit.old_index);
  if (edit.edit != Edit::Delete) out += fmt::format(" new=\"{}\"", edit.new_index);
  out += '>';
  if (edit.edit != Edit::Insert) out += "<before>" + element(edit.before) + "</before>";
  if (edit.edit != Edit::Delete) out += "<after>" + element(edit.after) + "</after>";
  out += fmt::format("</{}>\n", name_of(edit.edit));
}

}  // namespace

std::string xml_attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml(value));
}

std::string to_xml(const Delta& delta) {
  std::string out = fmt::format("<delta version=\"{}\">\n", kDeltaVersion);
  if (delta.title) {
    out += fmt::format("  <title><before>{}</before><after>{}</after></title>\n",
                       xml(delta.title->before), xml(delta.title->after));
  }
  out += "  <structure>\n";
  for (const Operation& operation : delta.operations) write_xml(out, operation);
  out += "  </structure>\n  <content>\n";
  for (std::size_t i = 0; i < delta.edits.size(); ++i) {
    const std::string& block = delta.edits[i].block;
    if (i == 0 || delta.edits[i - 1].block != block) {
      out += fmt::format("    <block{}>\n", xml_attribute("name", block));
    }
    write_xml(out, delta.edits[i]);
    const bool last = i + 1 == delta.edits.size() || delta.edits[i + 1].block != block;
    if (last) out += "    </block>\n";
  }
  out += "  </content>\n  <frame>\n";
  for (const Shown& block : delta.frame) {
    out += fmt::format("    <block{}{}/>\n", xml_attribute("name", block.name),
                       xml_attribute("parent", block.parent));
  }
  out += "  </frame>\n</delta>\n";
  return out;
}

}  // namespace asof::delta
