#include <algorithm>

#include "base/text.h"
#include "derive/resource_internal.h"

namespace asof::derive {
namespace {

constexpr std::size_t kMostHeld = std::size_t{32} << 20;

std::string identity_of(const catalog::Capture& capture) {
  if (!capture.sha256.empty()) return hex(std::string_view(capture.sha256).substr(0, 8));
  if (capture.digest.empty()) return "0";
  const auto hash = static_cast<std::uint64_t>(catalog::hash63(capture.digest));
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(hash >> shift);
  return hex(bytes);
}

}  // namespace

Result<Chosen> choose(const catalog::Reader& catalog, std::string_view url, Instant at) {
  auto found =
      TRY(retrieve::find(catalog, {.url = url, .at = at, .choose = retrieve::Choose::Embedded}));
  if (!found || !found->with_content) return Chosen();
  std::string identity = identity_of(*found->with_content);
  return Chosen{std::move(found), std::move(identity)};
}

std::string line_of(const Use& use) {
  std::string line(use.is_old ? "o " : "n ");
  line += use.identity;
  line += ' ';
  line += use.url;
  return line + '\n';
}

std::vector<Use> uses_of(std::string_view lines) {
  std::vector<Use> uses;
  for (std::string_view line : split(lines, '\n')) {
    if (line.size() < 4) continue;
    const std::size_t space = std::min(line.find(' ', 2), line.size() - 1);
    uses.push_back({line[0] == 'o', line.substr(2, space - 2), line.substr(space + 1)});
  }
  return uses;
}

Result<Stock> Stock::open(const archive::Directory& directory, const std::string& catalog) {
  Stock stock;
  auto opened = TRY(catalog::Reader::open(catalog));
  stock.catalog_ = std::make_unique<catalog::Reader>(std::move(opened));
  stock.library_ = std::make_unique<retrieve::Library>(directory, *stock.catalog_);
  return stock;
}

Result<layout::Page> Stock::browse(const layout::Source& source,
                                   const layout::Resources& resources) {
  if (!browser_) {
    auto started = TRY(render::Chromium::start());
    browser_.emplace(std::move(started));
  }
  return browser_->lay_out(source, resources);
}

std::optional<std::string> Stock::resource(std::string_view url, Instant at,
                                           layout::ResourceKind kind, std::string& identity) {
  identity = "0";
  const auto chosen = choose(*catalog_, url, at);
  if (!chosen || chosen->identity == "0") return std::nullopt;
  identity = chosen->identity;
  const std::pair key(chosen->found->with_content->where, kind);
  const auto held = held_.find(key);
  if (held != held_.end()) return held->second;
  const auto content = library_->content(*chosen->found);
  if (!content) return std::nullopt;
  std::string bytes =
      kind == layout::ResourceKind::Image ? content->bytes : retrieve::to_utf8(*content);
  if (held_bytes_ + bytes.size() > kMostHeld) {
    held_.clear();
    held_bytes_ = 0;
  }
  held_bytes_ += bytes.size();
  held_.emplace(key, bytes);
  return bytes;
}

}  // namespace asof::derive
