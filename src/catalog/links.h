// The links of one page, packed: at a hundred links a page, a row for each is out of the question.
//
// Layout of a pack, before compression; numbers are LEB128:
//
//   kind, number of bytes shared with the URL before, length of the rest, rest,
//   length of the context, context            ... once per link, in document order
//
// Packed: version byte 1, the uncompressed size as LEB128, one zstd frame.
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

// The links of a page in few pieces of memory, in document order.
class Links final {
 public:
  struct Item {
    LinkKind kind = LinkKind::Hyperlink;
    std::string_view context, url;  // until the next link is added
    bool nofollow = false;          // rel=nofollow and its kin; not packed
  };

  void add(const Item& link);
  void add(const Links& others);
  void reserve(std::size_t links, std::size_t bytes);  // that many and their URLs are to come
  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  Item operator[](std::size_t number) const;
  std::size_t bytes() const;  // of memory, about

 private:
  struct Row {
    std::size_t end = 0;  // of its URL in urls_
    std::uint32_t context = 0;
    LinkKind kind = LinkKind::Hyperlink;
    bool nofollow = false;
  };
  std::string urls_;
  std::vector<Row> rows_;
  std::vector<std::string> contexts_;
};

// Makes packs, one after another, and keeps what it takes to compress them: one per thread.
class LinkPacker final {
 public:
  LinkPacker();
  ~LinkPacker();
  LinkPacker(LinkPacker&&) noexcept;
  LinkPacker& operator=(LinkPacker&&) noexcept;

  // The next link of the pack. Links beyond 64 MB, at 64 bytes each besides their text, are left
  // out. The URL must stay where it is until the next link or the end.
  void add(LinkKind kind, std::string_view context, std::string_view url);
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
