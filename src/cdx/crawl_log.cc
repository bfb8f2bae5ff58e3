#include "cdx/crawl_log.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"

namespace asof::cdx {
namespace {

constexpr std::size_t kColumns = 12;
constexpr std::size_t kLeastColumns = 11;  // old logs have no annotations column
constexpr std::int64_t kMaxStatus = 99'999;

Error bad_log_line(std::uint64_t line_number, const std::string& what) {
  return {Errc::Corrupt, "crawl.log line " + std::to_string(line_number) + ": " + what};
}

std::string_view take_column(std::string_view& rest) {
  std::string_view column = rest.substr(0, rest.find(' '));
  rest.remove_prefix(column.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return column;
}

std::string text_of(std::string_view column) {
  return column == "-" ? std::string() : std::string(column);
}

bool set_status(int& into, std::string_view column) {
  bool negative = !column.empty() && column.front() == '-';
  if (negative) column.remove_prefix(1);
  auto number = parse_uint(column);
  if (!number || *number > static_cast<std::uint64_t>(kMaxStatus)) return false;
  into = negative ? -static_cast<int>(*number) : static_cast<int>(*number);
  return true;
}

bool set_thread(int& into, std::string_view column) {
  if (column == "-") return true;
  if (column.empty() || column.front() != '#') return false;
  auto number = parse_uint(column.substr(1));
  if (!number || *number > 1'000'000) return false;
  into = static_cast<int>(*number);
  return true;
}

// "20061116091500123+250"; Heritrix' manual says ';' where its code writes '+'.
bool set_fetch_time(LogLine& line, std::string_view column) {
  if (column == "-") return true;
  std::size_t mark = column.find_first_of("+;");
  std::string_view begin = column.substr(0, mark);
  if (begin.size() != 17 && begin.size() != 14) return false;
  line.fetch_begin = parse_digits(begin);
  if (!line.fetch_begin) return false;
  if (mark == std::string_view::npos) return true;
  std::string_view duration = column.substr(mark + 1);
  if (duration == "-1") return true;  // never completed
  line.fetch_ms = parse_uint(duration);
  return line.fetch_ms.has_value();
}

void set_rest(LogLine& line, std::string_view rest) {
  rest = trim(rest);
  std::size_t brace = rest.starts_with("{") ? 0 : rest.find(" {");
  if (brace != std::string_view::npos) {
    line.json = trim(rest.substr(brace));
    rest = trim(rest.substr(0, brace));
  }
  if (rest.empty() || rest == "-") return;
  for (std::string_view annotation : split(rest, ',')) {
    if (!annotation.empty()) line.annotations.emplace_back(annotation);
  }
}

void append_text(std::string& out, std::string_view text) {
  out += ' ';
  if (text.empty()) out += '-';
  for (char c : text) {
    if (is_space(c)) {
      out += fmt::format("%{:02X}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
}

}  // namespace

void append_log_line(std::string& out, const LogLine& line) {
  std::string size = line.size ? std::to_string(*line.size) : "-";
  out += fmt::format("{} {:>5} {:>10}", iso8601(line.logged), line.status, size);
  append_text(out, line.url);
  append_text(out, line.hops);
  append_text(out, line.via);
  append_text(out, line.mime);
  out += fmt::format(" #{:03}", line.thread);
  std::string time = line.fetch_begin ? digits17(*line.fetch_begin) : "";
  if (line.fetch_begin && line.fetch_ms) time += "+" + std::to_string(*line.fetch_ms);
  append_text(out, time);
  append_text(out, line.digest);
  append_text(out, line.source_tag);
  std::string annotations;
  for (const std::string& annotation : line.annotations) {
    if (!annotations.empty()) annotations += ',';
    annotations += annotation;
  }
  // What begins like the JSON that may follow would be read as that.
  if (annotations.starts_with('{')) annotations.replace(0, 1, "%7B");
  append_text(out, annotations);
  if (!line.json.empty()) out += " " + line.json;
}

std::string write_log_line(const LogLine& line) {
  std::string out;
  append_log_line(out, line);
  return out;
}

Result<LogLine> parse_log_line(std::string_view text, std::uint64_t line_number) {
  std::string_view rest = trim(text);
  std::array<std::string_view, kLeastColumns> columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i] = take_column(rest);
    if (columns[i].empty()) {
      return bad_log_line(line_number, fmt::format("{} columns, not {}", i, kColumns));
    }
  }
  LogLine line;
  auto logged = parse_iso8601(columns[0]);
  if (!logged) return bad_log_line(line_number, "column 1 is no time");
  line.logged = *logged;
  if (!set_status(line.status, columns[1]))
    return bad_log_line(line_number, "column 2 is no status");
  if (columns[2] != "-") {
    line.size = parse_uint(columns[2]);
    if (!line.size) return bad_log_line(line_number, "column 3 is no size");
  }
  line.url = text_of(columns[3]);
  line.hops = text_of(columns[4]);
  line.via = text_of(columns[5]);
  line.mime = text_of(columns[6]);
  if (!set_thread(line.thread, columns[7]))
    return bad_log_line(line_number, "column 8 is no thread");
  if (!set_fetch_time(line, columns[8]))
    return bad_log_line(line_number, "column 9 is no fetch time");
  line.digest = text_of(columns[9]);
  line.source_tag = text_of(columns[10]);
  set_rest(line, rest);
  return line;
}

}  // namespace asof::cdx
