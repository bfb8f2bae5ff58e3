// The links of one page, packed: at a hundred links a page, a row for each is out of the question.
//
// Layout of a pack, before compression; numbers are LEB128:
//
//   kind, number of bytes shared with the URL before, length of the rest, rest,
//   length of the context, context            ... once per link, in document order
//
// Packed: version byte 1, the uncompressed size as LEB128, one zstd frame at level 1.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace asof::catalog {

// The numbers are stored: append only.
enum class LinkKind : std::uint8_t {
  Hyperlink = 0,   // hop letter L
  Requisite = 1,   // an image, a style sheet, a script, a frame: E
  Redirect = 2,    // R
  Speculative = 3  // found in a script: X
};
char hop_letter(LinkKind kind);

struct Link {
  LinkKind kind = LinkKind::Hyperlink;
  std::string context;  // "a/@href", "img/@src"
  std::string url;      // absolute

  auto operator<=>(const Link&) const = default;
};

// Makes packs, one after another, and keeps what it takes to compress them: one per thread.
class LinkPacker final {
 public:
  LinkPacker();
  ~LinkPacker();
  LinkPacker(LinkPacker&&) noexcept;
  LinkPacker& operator=(LinkPacker&&) noexcept;

  // The next link of the pack. Links beyond 64 MB, at 64 bytes each besides their text, are left
  // out.
  void add(const Link& link);
  // The pack; empty without links. The next link begins another.
  std::string finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string pack_links(const std::vector<Link>& links);

// Corrupt: not a pack. Limit: unpacks to more than 64 MB.
Result<std::vector<Link>> unpack_links(std::string_view pack);

}  // namespace asof::catalog
