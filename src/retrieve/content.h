// Content: what a record shows a reader, its codings undone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/source.h"
#include "base/time.h"
#include "http/body.h"
#include "warc/record.h"

namespace asof::retrieve {

struct Content {
  std::string url;
  std::optional<Instant> at;  // nothing where the record has no date
  int status = 0;             // 0: not HTTP
  std::string mime;           // without parameters; by the bytes where nothing is stated
  std::string charset;        // as stated
  std::string location;       // of a redirect, absolute
  std::string head;           // of the HTTP answer, as it came; empty: not HTTP
  std::string bytes;          // transfer and content codings undone
  bool cut = false;           // longer than the limit: only the beginning
  std::string sha256;         // of all the content, where it was cut
  std::string remark;         // as remark_on() makes it
};

inline constexpr std::uint64_t kLongestContent = std::uint64_t{32} << 20;

// The record at `where`. Errc::NotFound when no record starts there, Errc::Corrupt when it is
// damaged, Errc::Invalid when it is no response or resource.
Result<Content> content_at(const Source& source, warc::Position where,
                           std::uint64_t limit = kLongestContent);

// What a reader must be told of a payload, or nothing: that it was cut when it was captured, that
// it is coded in a way that is not undone, that its compression is damaged.
std::string remark_on(const warc::Record& record, const http::BodyNotes& notes);

// Bytes read from elsewhere, for example a file: the media type is guessed from them and the name.
Content content_of(std::string_view name, std::string bytes);

bool is_html(const Content& content);
bool is_text(const Content& content);  // and no HTML
// As UTF-8, by the charset stated or found.
std::string to_utf8(const Content& content);

}  // namespace asof::retrieve
