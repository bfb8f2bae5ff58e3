#include "catalog/links.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <utility>

#include "catalog/pack_internal.h"

namespace asof::catalog {
namespace {

class Cursor final {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}

  bool at_end() const { return rest_.empty(); }
  std::optional<std::uint64_t> number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return std::nullopt;
  }
  std::optional<std::string_view> text() {
    auto size = number();
    if (!size || *size > rest_.size()) return std::nullopt;
    std::string_view text = rest_.substr(0, *size);
    rest_.remove_prefix(*size);
    return text;
  }

 private:
  std::string_view rest_;
};

constexpr std::uint64_t kNofollow = 8;  // beside the kind

std::uint64_t weight_of(std::uint64_t url, std::uint64_t context_size) {
  return url + context_size + 64;
}

// How many bytes both begin with.
std::size_t shared_start(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t at = 0;
  std::uint64_t from_a = 0, from_b = 0;
  for (; at + sizeof from_a <= most; at += sizeof from_a) {
    std::memcpy(&from_a, a.data() + at, sizeof from_a);
    std::memcpy(&from_b, b.data() + at, sizeof from_b);
    if (from_a != from_b) break;
  }
  while (at < most && a[at] == b[at]) ++at;
  return at;
}

char* put_text(char* out, std::string_view text) {
  out = put_number(out, text.size());
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

Error not_a_pack() { return {Errc::Corrupt, "not a pack of links"}; }
Error too_large() { return {Errc::Limit, "links unpack to more than 64 MB"}; }

}  // namespace

struct LinkPacker::State {
  Packer packer{-1};  // a higher level makes them a sixth smaller, at twice the cost
  std::string plain;  // room, the first `used` bytes of it filled
  std::size_t used = 0;
  std::string_view before;
  std::uint64_t total = 0;
};

LinkPacker::LinkPacker() : state_(std::make_unique<State>()) {}
LinkPacker::~LinkPacker() = default;
LinkPacker::LinkPacker(LinkPacker&&) noexcept = default;
LinkPacker& LinkPacker::operator=(LinkPacker&&) noexcept = default;

void LinkPacker::add(LinkKind kind, std::string_view context, std::string_view url, bool nofollow) {
  State& state = *state_;
  state.total += weight_of(url.size(), context.size());
  if (state.total > kMostPacked) return;
  const std::size_t shared = shared_start(state.before, url);
  const std::string_view rest = url.substr(shared);
  const std::size_t most = state.used + 4 * kLongestNumber + rest.size() + context.size();
  if (state.plain.size() < most) state.plain.resize(most * 2);
  char* out = state.plain.data() + state.used;
  out = put_number(out, static_cast<std::uint64_t>(kind) + (nofollow ? kNofollow : 0));
  out = put_number(out, shared);
  out = put_text(out, rest);
  out = put_text(out, context);
  state.used = static_cast<std::size_t>(out - state.plain.data());
  state.before = url;
}

std::string LinkPacker::finish() {
  State& state = *state_;
  state.before = {};
  state.total = 0;
  return state.packer.pack(std::string_view(state.plain).substr(0, std::exchange(state.used, 0)));
}

std::string LinkPacker::pack(const capture::Links& links) {
  for (std::size_t i = 0; i < links.size(); ++i) {
    const capture::Links::Item link = links[i];
    add(link.kind, link.context, link.url, link.nofollow);
  }
  return finish();
}

std::string pack_links(const std::vector<Link>& links) {
  LinkPacker packer;
  for (const Link& link : links) packer.add(link.kind, link.context, link.url);
  return packer.finish();
}

namespace {

Result<void> unpack_each(std::string_view pack,
                         const std::function<void(const capture::Links::Item&)>& on_link) {
  if (pack.empty()) return {};
  std::string plain = TRY(unpack(pack, "links"));
  Cursor cursor(plain);
  // Sharing lets a few bytes stand for a long URL: what comes out is bounded too.
  std::uint64_t total = 0;
  std::string before;
  while (!cursor.at_end()) {
    auto kind = cursor.number();
    auto shared = cursor.number();
    auto rest = cursor.text();
    auto context = cursor.text();
    const bool nofollow = kind && (*kind & kNofollow) != 0;
    if (nofollow) *kind -= kNofollow;
    if (!kind || *kind > static_cast<std::uint64_t>(LinkKind::Speculative)) return not_a_pack();
    if (!shared || !rest || !context || *shared > before.size()) return not_a_pack();
    total += weight_of(*shared + rest->size(), context->size());
    if (total > kMostPacked) return too_large();
    before.resize(*shared);
    before += *rest;
    on_link({static_cast<LinkKind>(*kind), *context, before, nofollow});
  }
  return {};
}

}  // namespace

Result<std::vector<Link>> unpack_links(std::string_view pack) {
  std::vector<Link> links;
  TRY(unpack_each(pack, [&](const capture::Links::Item& link) {
    links.push_back({link.kind, std::string(link.context), std::string(link.url)});
  }));
  return links;
}

Result<capture::Links> unpack_all(std::string_view pack) {
  capture::Links links;
  TRY(unpack_each(pack, [&](const capture::Links::Item& link) { links.add(link); }));
  return links;
}

}  // namespace asof::catalog
