#include <fmt/format.h>

#include <set>

#include "base/check.h"
#include "base/printable.h"
#include "prove/grounds_internal.h"

namespace asof::prove {
namespace {

using certificate::Content;
using certificate::Statement;

std::string key_of(const Content& content) {
  return fmt::format("{} {} {}", content.status, content.sha256, content.location);
}

std::string said_by(const catalog::Capture& capture) {
  if (capture.kind != catalog::Kind::Revisit) return "a whole answer";
  if (capture.profile == catalog::kNotModified || capture.status == 304)
    return "the server's word: not modified (304)";
  if (capture.profile == catalog::kNotStored)
    return "an answer whose bytes were not stored, only their digest";
  return "the same bytes again, by their digest " + printable(capture.digest);
}

Result<std::string> file_name(const catalog::Reader& catalog, const catalog::Capture& capture) {
  const auto file = TRY(catalog.file(capture.where.file));
  if (!file)
    return Error{Errc::Corrupt,
                 "the catalog is damaged: it names an unknown file; run 'asof reindex'"};
  return file->name;
}

Result<Ground> ground_of(const Archive& archive, const catalog::Locator& where) {
  const retrieve::Found found = TRY(retrieve::resolve(archive.catalog, where));
  Ground ground{.capture = found.capture};
  ground.file = TRY(file_name(archive.catalog, found.capture));
  ground.says = said_by(found.capture);
  if (!found.is_revisit() || !found.with_content) return ground;
  ground.original = found.with_content;
  ground.original_file = TRY(file_name(archive.catalog, *ground.original));
  return ground;
}

}  // namespace

Result<void> Versions::read_for(const Stretch& stretch) {
  if (stretch.content) TRY(read(*stretch.content));
  for (const auto& side : {stretch.before, stretch.after})
    if (side) TRY(read(timeline_.told(*side)));
  return {};
}

const Look& Versions::of(const Content& content) const {
  const auto found = looks_.find(key_of(content));
  CHECK(found != looks_.end());
  return found->second;
}

// Whole answers are asked first: what a "not modified" refers to may lie elsewhere.
Result<void> Versions::read(const Content& content) {
  const std::string key = key_of(content);
  if (looks_.contains(key)) return {};
  Look shown{.reason = "its bytes are not in the archive"};
  for (const bool by_validator : {false, true}) {
    for (const Statement& one : timeline_.said()) {
      if (one.by_validator != by_validator || one.content != content) continue;
      shown = TRY(read_from(one));
      if (shown.shown != Shown::Unreadable) break;
    }
    if (shown.shown != Shown::Unreadable) break;
  }
  looks_.emplace(key, std::move(shown));
  return {};
}

Result<Look> Versions::read_from(const Statement& said) {
  const retrieve::Found found =
      TRY(retrieve::resolve(archive_.catalog, page_.records[said.sighting]));
  if (found.is_not_stored())
    return Look{.reason = "it differed too little from the version before to be stored"};
  if (found.with_content && found.with_content->sha256 != said.content.sha256)
    return Look{.reason = "its bytes are not in the archive"};
  const auto content = archive_.library.content(found);
  if (!content) return Look{.reason = "its record cannot be read (" + content.error().what + ")"};
  return look(*content, phrase_);
}

Result<void> add_grounds(const Archive& archive, const assess::SeenPage& page,
                         const Versions& versions, Proof& proof) {
  std::set<std::size_t> named;
  for (const Part& part : proof.parts)
    for (const auto& side : {part.stretch.before, part.stretch.after})
      if (side) named.insert(*side);
  for (const std::size_t sighting : named) {
    Ground ground = TRY(ground_of(archive, page.records[sighting]));
    ground.look = versions.of_sighting(sighting);
    proof.grounds.push_back(std::move(ground));
    proof.sightings.push_back(sighting);
  }
  return {};
}

}  // namespace asof::prove
