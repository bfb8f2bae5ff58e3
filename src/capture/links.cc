#include "capture/links.h"

namespace asof::capture {

char hop_letter(LinkKind kind) {
  switch (kind) {
    case LinkKind::Hyperlink:
      return 'L';
    case LinkKind::Requisite:
      return 'E';
    case LinkKind::Redirect:
      return 'R';
    case LinkKind::Speculative:
      return 'X';
  }
  return 'L';
}

void Links::add(const Item& link) {
  // A page has few contexts, and the next link is often like one of the last.
  constexpr std::size_t kLookedAt = 16;
  std::size_t context = contexts_.size();
  const std::size_t oldest = context > kLookedAt ? context - kLookedAt : 0;
  while (context > oldest && contexts_[context - 1] != link.context) --context;
  if (context == oldest) {
    contexts_.emplace_back(link.context);
    context = contexts_.size();
  }
  urls_ += link.url;
  rows_.push_back({.end = urls_.size(),
                   .context = static_cast<std::uint32_t>(context - 1),
                   .kind = link.kind,
                   .nofollow = link.nofollow});
}

void Links::reserve(std::size_t links, std::size_t bytes) {
  rows_.reserve(links);
  urls_.reserve(bytes);
}

void Links::add(const Links& others) {
  for (std::size_t i = 0; i < others.size(); ++i) add(others[i]);
}

Links::Item Links::operator[](std::size_t number) const {
  const Row& row = rows_[number];
  const std::size_t begin = number == 0 ? 0 : rows_[number - 1].end;
  return {row.kind, contexts_[row.context], std::string_view(urls_).substr(begin, row.end - begin),
          row.nofollow};
}

std::size_t Links::bytes() const { return urls_.size() + rows_.size() * sizeof(Row); }

}  // namespace asof::capture
