// The links of one page, packed: at a hundred links a page, a row for each is out of the question.
//
// Layout of a pack, before compression; numbers are LEB128:
//
//   kind (and 8 for nofollow), number of bytes shared with the URL before, length of the rest,
//   rest, length of the context, context            ... once per link, in document order
//
// Packed: version byte 1, the uncompressed size as LEB128, one zstd frame.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "capture/links.h"

namespace asof::catalog {

using capture::Link;
using capture::LinkKind;

// Makes packs, one after another, and keeps what it takes to compress them: one per thread.
class LinkPacker final {
 public:
  LinkPacker();
  ~LinkPacker();
  LinkPacker(LinkPacker&&) noexcept;
  LinkPacker& operator=(LinkPacker&&) noexcept;

  // The next link of the pack. Links beyond 64 MB, at 64 bytes each besides their text, are left
  // out. The URL must stay where it is until the next link or the end.
  void add(LinkKind kind, std::string_view context, std::string_view url, bool nofollow = false);
  // The pack; empty without links. The next link begins another.
  std::string finish();
  std::string pack(const capture::Links& links);  // the same of all of these

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string pack_links(const std::vector<Link>& links);

// Corrupt: not a pack. Limit: unpacks to more than 64 MB.
Result<std::vector<Link>> unpack_links(std::string_view pack);
Result<capture::Links> unpack_all(std::string_view pack);  // nofollow included

}  // namespace asof::catalog
