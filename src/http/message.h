// The head of an HTTP message as archives hold it: a start line and fields, however sloppy.
//
// Everything is a view into the bytes given, in the original order and case; nothing is copied but
// the list of fields. The bytes must outlive the head. Parsing never fails for what servers really
// send: odd lines are kept and marked. What fails is a start line that claims to be HTTP and is not
// understood (Corrupt, with its offset) and a head past its limits (Limit).
//
// Lines end in CRLF or LF, in any mixture, with any number of extra CRs before the LF. Only where
// the first line ends in a CR that no LF follows is a lone CR a line end as well; elsewhere it is a
// byte of its line. A line that starts with a space or tab continues the one above.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::http {

struct Field {
  std::string_view name;   // as written; empty where the line has no colon or nothing before it
  std::string_view value;  // without white space at its ends; folded values keep their line ends
  bool odd = false;        // not a field by any reading: no colon, or no name
};

// The value with every fold (line end and the white space around it) replaced by one space.
std::string unfold(std::string_view value);

// Fields in the order they were sent. Names are compared without ASCII case. Lookups are linear.
class Fields final {
 public:
  // The first field of that name. Where a field must not repeat, first is what readers use;
  // HTTP says of none which wins.
  std::optional<std::string_view> find(std::string_view name) const;
  // Every value of that name, in order.
  std::vector<std::string_view> find_all(std::string_view name) const;

  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  void add(Field field) { list_.push_back(field); }

 private:
  std::vector<Field> list_;
};

struct Version {
  int major = 0;
  int minor = 9;

  bool operator==(const Version&) const = default;
};

struct Response {
  // Nothing where there is no status line: HTTP/0.9, the whole message is body.
  std::optional<int> status;
  Version version;
  std::string_view reason;
  Fields fields;
  std::size_t size = 0;   // bytes of head, the blank line included: where the body begins
  bool complete = false;  // the blank line was there
};

struct Request {
  std::string_view method;
  std::string_view target;
  Version version;
  Fields fields;
  std::size_t size = 0;
  bool complete = false;
};

struct HeadLimits {
  std::size_t bytes = std::size_t{1} << 20;
  std::size_t fields = 20'000;
};

// Parses the head at the front of `bytes`. Where it has no end there, all of `bytes` is head and
// `complete` is false; use HeadEnd first where more may come.
Result<Response> parse_response(std::string_view bytes, const HeadLimits& limits = {});
Result<Request> parse_request(std::string_view bytes, const HeadLimits& limits = {});

// Finds the end of a head that arrives in pieces, looking at every byte once.
class HeadEnd final {
 public:
  enum class Kind { Response, Request };

  explicit HeadEnd(Kind kind, std::size_t limit = HeadLimits{}.bytes)
      : kind_(kind), limit_(limit) {}

  // `bytes` is the message from its first byte on, as far as it came; each call must extend the
  // one before. `whole` says that no more will come. The size of the head with its blank line, 0
  // for a response without one; nothing while more is needed, or if the head has no end.
  Result<std::optional<std::size_t>> find(std::string_view bytes, bool whole);

 private:
  std::optional<std::size_t> scan(std::string_view bytes, bool whole);

  Kind kind_;
  std::size_t limit_;
  std::size_t at_ = 0;          // the next byte to look at
  std::size_t line_start_ = 0;  // where the current line begins
  bool started_ = false;        // blank lines before the start line were skipped
  bool known_ = false;          // the kind of line end is decided
  bool lone_cr_ = false;        // a CR without LF ends a line
};

}  // namespace asof::http
