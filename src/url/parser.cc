// The basic URL parser of the URL Standard (section 4.4).
//
// The standard's states are the member functions below, under its names. Where a state only
// gathers a buffer up to a delimiter, the delimiter is searched for instead; what is accepted and
// produced is the same, which conformance_test.cc checks against the standard's own table.
// The cost is linear in the input.
#include <algorithm>
#include <utility>

#include "base/text.h"
#include "url/host_internal.h"
#include "url/parser_internal.h"
#include "url/percent_internal.h"

namespace asof::url {
namespace {

bool is_slash(char c) { return c == '/' || c == '\\'; }

// "C:" or "C|".
bool is_drive_letter(std::string_view text) {
  return text.size() == 2 && is_alpha(text[0]) && (text[1] == ':' || text[1] == '|');
}

bool starts_with_drive_letter(std::string_view text) {
  if (text.size() < 2 || !is_drive_letter(text.substr(0, 2))) return false;
  return text.size() == 2 || is_slash(text[2]) || text[2] == '?' || text[2] == '#';
}

// Whether the first segment of a serialised path is "C:".
bool first_is_drive_letter(std::string_view path) {
  return path.size() >= 3 && is_alpha(path[1]) && path[2] == ':' &&
         (path.size() == 3 || path[3] == '/');
}

// The number of dots a segment stands for: 1 for ".", 2 for "..", "%2e" counting as a dot.
int count_dots(std::string_view segment) {
  int dots = 0;
  while (!segment.empty()) {
    std::size_t length = 0;
    if (segment[0] == '.') {
      length = 1;
    } else if (segment.size() >= 3 && segment[0] == '%' && segment[1] == '2' &&
               (segment[2] == 'e' || segment[2] == 'E')) {
      length = 3;
    }
    if (length == 0 || ++dots > 2) return 0;
    segment.remove_prefix(length);
  }
  return dots;
}

class Parser {
 public:
  Parser(std::string_view input, const Url* base) : rest_(input), base_(base) {}

  bool run() {
    std::size_t colon = scheme_length();
    if (colon == 0) return no_scheme();
    url_.scheme = lower(rest_.substr(0, colon));
    rest_.remove_prefix(colon + 1);
    special_ = is_special(url_.scheme);
    if (url_.scheme == "file") return file();
    if (special_) {
      if (base_ && base_->scheme == url_.scheme && !rest_.starts_with("//")) return relative();
      return special_authority_ignore_slashes();
    }
    if (rest_.starts_with("//")) return rest_.remove_prefix(2), authority();
    if (rest_.starts_with('/')) return rest_.remove_prefix(1), path();
    return opaque_path();
  }

  Url& result() { return url_; }

 private:
  // The length of a scheme that a colon follows, or 0.
  std::size_t scheme_length() const {
    if (rest_.empty() || !is_alpha(rest_[0])) return 0;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      char c = rest_[i];
      if (c == ':') return i;
      if (!is_alnum(c) && c != '+' && c != '-' && c != '.') return 0;
    }
    return 0;
  }

  bool at(char c) const { return !rest_.empty() && rest_[0] == c; }
  // A slash, or for special schemes a backslash.
  bool at_slash() const { return at('/') || (special_ && at('\\')); }

  bool no_scheme() {
    if (!base_) return false;
    url_.scheme = base_->scheme;
    special_ = is_special(url_.scheme);
    if (base_->opaque_path) {
      if (!at('#')) return false;
      url_.path = base_->path;
      url_.opaque_path = true;
      url_.query = base_->query;
      return query_or_fragment();
    }
    return url_.scheme == "file" ? file() : relative();
  }

  void copy_authority() {
    url_.username = base_->username;
    url_.password = base_->password;
    url_.host = base_->host;
    url_.port = base_->port;
  }

  bool relative() {
    if (at_slash()) {
      rest_.remove_prefix(1);
      if (special_ && at_slash()) return special_authority_ignore_slashes();
      if (at('/')) return rest_.remove_prefix(1), authority();
      copy_authority();
      return path();
    }
    copy_authority();
    url_.path = base_->path;
    if (rest_.empty() || at('?') || at('#')) {
      if (!at('?')) url_.query = base_->query;
      return query_or_fragment();
    }
    shorten_path();
    return path();
  }

  bool special_authority_ignore_slashes() {
    while (!rest_.empty() && is_slash(rest_[0])) rest_.remove_prefix(1);
    return authority();
  }

  bool authority() {
    std::size_t end = rest_.find_first_of(special_ ? "/\\?#" : "/?#");
    std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(text.size());
    std::size_t at_sign = text.rfind('@');
    if (at_sign != std::string_view::npos) {
      std::string_view user = text.substr(0, at_sign);
      text.remove_prefix(at_sign + 1);
      if (text.empty()) return false;
      std::size_t colon = user.find(':');
      append_encoded(url_.username, user.substr(0, colon), kEncodeUserinfo);
      if (colon != std::string_view::npos) {
        append_encoded(url_.password, user.substr(colon + 1), kEncodeUserinfo);
      }
    }
    return host_and_port(text) && path_start();
  }

  bool host_and_port(std::string_view text) {
    bool in_brackets = false;
    std::size_t colon = 0;
    for (; colon < text.size(); ++colon) {
      if (text[colon] == '[') in_brackets = true;
      if (text[colon] == ']') in_brackets = false;
      if (text[colon] == ':' && !in_brackets) break;
    }
    std::string_view host = text.substr(0, colon);
    if (host.empty() && (special_ || colon < text.size())) return false;
    url_.host = host.empty() ? std::string() : parse_host(host, special_);
    if (!url_.host) return false;
    return colon >= text.size() || port(text.substr(colon + 1));
  }

  bool port(std::string_view digits) {
    if (digits.empty()) return true;
    std::uint32_t value = 0;
    for (char c : digits) {
      if (!is_digit(c)) return false;
      value = value * 10 + static_cast<std::uint32_t>(c - '0');
      if (value > 65535) return false;
    }
    auto number = static_cast<std::uint16_t>(value);
    if (default_port(url_.scheme) != number) url_.port = number;
    return true;
  }

  bool file() {
    url_.host = std::string();
    bool relative_to_file = base_ && base_->scheme == "file";
    if (!rest_.empty() && is_slash(rest_[0])) {
      rest_.remove_prefix(1);
      if (!rest_.empty() && is_slash(rest_[0])) return rest_.remove_prefix(1), file_host();
      if (relative_to_file) {
        url_.host = base_->host;
        if (!starts_with_drive_letter(rest_) && first_is_drive_letter(base_->path)) {
          url_.path = base_->path.substr(0, 3);
        }
      }
      return path();
    }
    if (!relative_to_file) return path();
    url_.host = base_->host;
    url_.path = base_->path;
    if (rest_.empty() || at('?') || at('#')) {
      if (!at('?')) url_.query = base_->query;
      return query_or_fragment();
    }
    if (starts_with_drive_letter(rest_)) {
      url_.path.clear();
    } else {
      shorten_path();
    }
    return path();
  }

  bool file_host() {
    std::string_view text = rest_.substr(0, rest_.find_first_of("/\\?#"));
    // file://C:/ has no host: what stands in its place begins the path.
    if (is_drive_letter(text)) return path();
    rest_.remove_prefix(text.size());
    if (text.empty()) return path_start();
    url_.host = parse_host(text, true);
    if (!url_.host) return false;
    if (*url_.host == "localhost") url_.host->clear();
    return path_start();
  }

  bool path_start() {
    if (at_slash()) return rest_.remove_prefix(1), path();
    if (special_) return path();
    if (rest_.empty() || at('?') || at('#')) return query_or_fragment();
    return path();
  }

  void shorten_path() {
    std::string& path = url_.path;
    if (path.empty()) return;
    std::size_t last = path.rfind('/');
    if (last == 0 && url_.scheme == "file" && first_is_drive_letter(path)) return;
    path.resize(last);
  }

  // Appends to the path the segments in front; the slash before the first is already consumed.
  bool path() {
    url_.path.reserve(url_.path.size() + rest_.size() + 1);
    const char* const delimiters = special_ ? "/\\?#" : "/?#";
    while (true) {
      std::size_t end = std::min(rest_.find_first_of(delimiters), rest_.size());
      std::string_view segment = rest_.substr(0, end);
      rest_.remove_prefix(end);
      bool more = at_slash();
      append_segment(segment, more);
      if (!more) return query_or_fragment();
      rest_.remove_prefix(1);
    }
  }

  void append_segment(std::string_view segment, bool more) {
    int dots = count_dots(segment);
    if (dots == 2) shorten_path();
    if (dots > 0) {
      if (!more) url_.path += '/';
      return;
    }
    bool drive = url_.path.empty() && url_.scheme == "file" && is_drive_letter(segment);
    url_.path += '/';
    append_encoded(url_.path, segment, kEncodePath);
    if (drive) url_.path.back() = ':';
  }

  bool opaque_path() {
    url_.opaque_path = true;
    std::string_view text = rest_.substr(0, rest_.find_first_of("?#"));
    rest_.remove_prefix(text.size());
    // A space that would end the path is encoded, lest the next parser strip it.
    bool ends_in_space = text.ends_with(' ');
    if (ends_in_space) text.remove_suffix(1);
    append_encoded(url_.path, text, kEncodeControl);
    if (ends_in_space) url_.path += "%20";
    return query_or_fragment();
  }

  bool query_or_fragment() {
    if (at('?')) {
      std::string_view text = rest_.substr(1, rest_.find('#') - 1);
      rest_.remove_prefix(text.size() + 1);
      url_.query.emplace();
      append_encoded(*url_.query, text, special_ ? kEncodeSpecialQuery : kEncodeQuery);
    }
    if (at('#')) {
      url_.fragment.emplace();
      append_encoded(*url_.fragment, rest_.substr(1), kEncodeFragment);
    }
    return true;
  }

  std::string_view rest_;  // what is not yet consumed
  const Url* base_;
  Url url_;
  bool special_ = false;
};

}  // namespace

std::string_view strip_input(std::string_view input, std::string& storage) {
  auto is_edge = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  while (!input.empty() && is_edge(input.front())) input.remove_prefix(1);
  while (!input.empty() && is_edge(input.back())) input.remove_suffix(1);
  auto is_dropped = [](char c) { return c == '\t' || c == '\n' || c == '\r'; };
  if (std::none_of(input.begin(), input.end(), is_dropped)) return input;
  storage.clear();
  std::remove_copy_if(input.begin(), input.end(), std::back_inserter(storage), is_dropped);
  return storage;
}

std::optional<Url> parse(std::string_view input, const Url* base) {
  std::string storage;
  Parser parser(strip_input(input, storage), base);
  if (!parser.run()) return std::nullopt;
  return std::move(parser.result());
}

}  // namespace asof::url
