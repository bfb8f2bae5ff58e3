#include "http/message.h"

#include <algorithm>

#include "base/text.h"

namespace asof::http {
namespace {

constexpr std::size_t kMaxBlankLead = 64;

bool is_line_end(char c) { return c == '\r' || c == '\n'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

// RFC 9110 §5.6.2: what a method is made of.
bool is_token(std::string_view text) {
  static constexpr std::string_view kExtra = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_alnum(c) || kExtra.find(c) != std::string_view::npos;
  });
}

std::string_view trim_blanks(std::string_view text) {
  while (!text.empty() && (is_space(text.front()) || text.front() == '\0')) text.remove_prefix(1);
  while (!text.empty() && (is_space(text.back()) || text.back() == '\0')) text.remove_suffix(1);
  return text;
}

// What the front of a response says, as far as it can be seen.
enum class Front { Status, None, Unknown };

Front front_of_response(std::string_view bytes, bool whole) {
  for (std::string_view prefix : {"http/", "http ", "icy "}) {
    if (istarts_with(bytes, prefix)) return Front::Status;
    if (!whole && bytes.size() < prefix.size() && istarts_with(prefix, bytes)) {
      return Front::Unknown;
    }
  }
  return Front::None;
}

std::size_t leading_line_ends(std::string_view bytes) {
  std::size_t count = 0;
  while (count < bytes.size() && count < kMaxBlankLead && is_line_end(bytes[count])) ++count;
  return count;
}

Error corrupt(std::size_t offset, const std::string& what) {
  return {Errc::Corrupt, "HTTP head, offset " + std::to_string(offset) + ": " + what};
}

// Whether the first line, which ends at `at`, shows that a lone CR ends lines: no LF follows its
// CRs. Nothing while that cannot be seen yet. The run looked at is short, to keep this linear.
std::optional<bool> ends_in_lone_cr(std::string_view bytes, std::size_t at, bool whole) {
  constexpr std::size_t kMaxRun = 8;
  std::string_view run = bytes.substr(at, kMaxRun);
  std::size_t after = run.find_first_not_of('\r');
  if (after != std::string_view::npos) return run[after] != '\n';
  if (run.size() < kMaxRun && !whole) return std::nullopt;
  return true;
}

// The lines of a head, without their ends.
class Lines {
 public:
  explicit Lines(std::string_view head) : rest_(head) {
    std::size_t end = head.find_first_of("\r\n");
    if (end != std::string_view::npos) lone_cr_ = *ends_in_lone_cr(head, end, true);
  }

  bool at_end() const { return rest_.empty(); }

  std::string_view next() {
    std::size_t end = lone_cr_ ? rest_.find_first_of("\r\n") : rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    std::size_t used = std::min(line.size() + 1, rest_.size());
    if (line.size() + 1 < rest_.size() && rest_[line.size()] == '\r' &&
        rest_[line.size() + 1] == '\n') {
      ++used;
    }
    rest_.remove_prefix(used);
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

 private:
  std::string_view rest_;
  bool lone_cr_ = false;
};

Field to_field(std::string_view line) {
  std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {{}, trim_blanks(line), true};
  std::string_view name = trim_blanks(line.substr(0, colon));
  return {name, trim_blanks(line.substr(colon + 1)), name.empty()};
}

Result<Fields> parse_fields(Lines& lines, std::size_t limit) {
  Fields fields;
  std::string_view pending;  // the logical line so far, folds included
  bool any = false;
  while (!lines.at_end()) {
    std::string_view line = lines.next();
    if (line.empty()) break;
    if (any && is_blank(line.front())) {
      // One view over both lines: they are neighbours in the same buffer.
      pending = {pending.data(),
                 static_cast<std::size_t>(line.data() + line.size() - pending.data())};
      continue;
    }
    if (any) fields.add(to_field(pending));
    if (fields.size() >= limit) return Error{Errc::Limit, "HTTP head: too many fields"};
    pending = line;
    any = true;
  }
  if (any) fields.add(to_field(pending));
  return fields;
}

// "1.1", "2", "1.0200": the version, and the text after it. The minor version is one digit, so
// that a status glued to it is still seen.
Version take_version(std::string_view& text) {
  Version version{0, 0};
  std::size_t digits = 0;
  while (digits < text.size() && digits < 2 && is_digit(text[digits])) {
    version.major = version.major * 10 + (text[digits] - '0');
    ++digits;
  }
  text.remove_prefix(digits);
  if (text.size() >= 2 && text[0] == '.' && is_digit(text[1])) {
    version.minor = text[1] - '0';
    text.remove_prefix(2);
  }
  return version;
}

Result<void> parse_status_line(std::string_view line, std::size_t offset, Response& response) {
  std::string_view rest = line;
  if (istarts_with(line, "icy")) {
    rest.remove_prefix(3);
    response.version = {1, 0};  // SHOUTcast speaks HTTP/1.0 under another name
  } else {
    rest.remove_prefix(4);
    if (!rest.empty() && rest.front() == '/') rest.remove_prefix(1);
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    // "HTTP 200 OK" and "HTTP/200 OK" have no version: three digits are a status.
    bool bare = rest.size() >= 3 && std::all_of(rest.begin(), rest.begin() + 3, is_digit);
    response.version = bare ? Version{1, 0} : take_version(rest);
  }
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  std::size_t at = offset + static_cast<std::size_t>(rest.data() - line.data());
  std::size_t digits = 0;
  while (digits < rest.size() && is_digit(rest[digits])) ++digits;
  if (digits != 3) return corrupt(at, "a status of three digits is expected");
  response.status = (rest[0] - '0') * 100 + (rest[1] - '0') * 10 + (rest[2] - '0');
  response.reason = trim_blanks(rest.substr(3));
  return {};
}

Result<void> parse_request_line(std::string_view line, std::size_t offset, Request& request) {
  std::string_view rest = trim_blanks(line);
  std::size_t space = rest.find_first_of(" \t");
  request.method = rest.substr(0, space);
  if (!is_token(request.method)) return corrupt(offset, "a request method is expected");
  if (space == std::string_view::npos) {
    return corrupt(offset + rest.size(), "a request target is expected");
  }
  rest = trim_blanks(rest.substr(space));
  // The target may hold spaces, so the version is looked for from the end.
  std::size_t last = rest.find_last_of(" \t");
  std::string_view tail = last == std::string_view::npos ? rest : rest.substr(last + 1);
  if (istarts_with(tail, "http/")) {
    rest.remove_suffix(tail.size());
    tail.remove_prefix(5);
    request.version = take_version(tail);
  }
  request.target = trim_blanks(rest);
  return {};
}

// The bytes that are head, the whole of it where it has no end.
template <class Message>
Result<std::string_view> cut_head(std::string_view bytes, HeadEnd::Kind kind,
                                  const HeadLimits& limits, Message& message) {
  HeadEnd finder(kind, limits.bytes);
  auto end = TRY(finder.find(bytes, true));
  message.complete = end.has_value();
  message.size = end.value_or(bytes.size());
  return bytes.substr(0, message.size);
}

}  // namespace

std::string unfold(std::string_view value) {
  std::string out;
  out.reserve(value.size());
  for (std::size_t i = 0; i < value.size();) {
    if (!is_line_end(value[i])) {
      out += value[i++];
      continue;
    }
    while (!out.empty() && is_blank(out.back())) out.pop_back();
    while (i < value.size() && (is_line_end(value[i]) || is_blank(value[i]))) ++i;
    out += ' ';
  }
  return out;
}

std::optional<std::string_view> Fields::find(std::string_view name) const {
  for (const Field& field : list_) {
    if (!field.odd && iequals(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Fields::find_all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const Field& field : list_) {
    if (!field.odd && iequals(field.name, name)) values.push_back(field.value);
  }
  return values;
}

Result<Response> parse_response(std::string_view bytes, const HeadLimits& limits) {
  Response response;
  auto head = TRY(cut_head(bytes, HeadEnd::Kind::Response, limits, response));
  std::size_t lead = leading_line_ends(head);
  if (response.size == 0) return response;
  Lines lines(head.substr(lead));
  TRY(parse_status_line(lines.next(), lead, response));
  response.fields = TRY(parse_fields(lines, limits.fields));
  return response;
}

Result<Request> parse_request(std::string_view bytes, const HeadLimits& limits) {
  Request request;
  auto head = TRY(cut_head(bytes, HeadEnd::Kind::Request, limits, request));
  std::size_t lead = leading_line_ends(head);
  Lines lines(head.substr(lead));
  TRY(parse_request_line(lines.next(), lead, request));
  request.fields = TRY(parse_fields(lines, limits.fields));
  return request;
}

Result<std::optional<std::size_t>> HeadEnd::find(std::string_view bytes, bool whole) {
  if (!started_) {
    std::size_t lead = leading_line_ends(bytes);
    std::string_view front = bytes.substr(lead);
    if (kind_ == Kind::Response) {
      Front seen = front_of_response(front, whole);
      if (seen == Front::None) return std::optional<std::size_t>(0);
      if (seen == Front::Unknown) return std::optional<std::size_t>();
    } else if (front.empty()) {
      return std::optional<std::size_t>();
    }
    at_ = line_start_ = lead;
    started_ = true;
  }
  auto end = scan(bytes, whole);
  if (end ? *end > limit_ : bytes.size() > limit_) {
    return Error{Errc::Limit, "HTTP head: longer than " + std::to_string(limit_) + " bytes"};
  }
  return end;
}

std::optional<std::size_t> HeadEnd::scan(std::string_view bytes, bool whole) {
  // Past the limit nothing can change the answer.
  std::size_t stop = std::min(bytes.size(), limit_ + 2);
  std::string_view seen = bytes.substr(0, stop);
  while (at_ < stop) {
    if (!known_ || lone_cr_) {
      at_ = std::min(seen.find_first_of("\r\n", at_), stop);
    } else {
      at_ = std::min(seen.find('\n', at_), stop);
    }
    if (at_ >= stop) break;
    std::size_t after = at_ + 1;
    if (!known_) {
      auto lone = ends_in_lone_cr(bytes, at_, whole);
      if (!lone) return std::nullopt;
      lone_cr_ = *lone;
      known_ = true;
      continue;
    }
    if (lone_cr_ && bytes[at_] == '\r') {
      if (after == bytes.size() && !whole) return std::nullopt;  // an LF may belong to it
      if (after < bytes.size() && bytes[after] == '\n') ++after;
    }
    std::string_view line = bytes.substr(line_start_, at_ - line_start_);
    at_ = line_start_ = after;
    if (line.find_first_not_of('\r') == std::string_view::npos) return after;
  }
  return std::nullopt;
}

}  // namespace asof::http
