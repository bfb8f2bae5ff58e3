// Links: where an answer leads, as absolute addresses, and how.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace asof::capture {

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

}  // namespace asof::capture
