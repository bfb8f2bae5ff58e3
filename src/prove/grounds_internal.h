// The versions of a page as they are needed, and the captures that an answer rests on.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "prove/prove.h"

namespace asof::prove {

// What the versions of a page show of a phrase; each is read once. All arguments must outlive it.
class Versions final {
 public:
  Versions(const Archive& archive, const assess::SeenPage& page, const Timeline& timeline,
           std::string_view phrase)
      : archive_(archive), page_(page), timeline_(timeline), phrase_(phrase) {}

  // Reads what a judgement of the stretch needs. A record that is damaged or missing is no error:
  // its version is then Unreadable, with the reason. Errors are those of the catalog.
  Result<void> read_for(const Stretch& stretch);
  // One that was read.
  const Look& of(const certificate::Content& content) const;
  const Look& of_sighting(std::size_t sighting) const { return of(timeline_.told(sighting)); }

 private:
  Result<void> read(const certificate::Content& content);
  Result<Look> read_from(const certificate::Statement& said);

  const Archive& archive_;
  const assess::SeenPage& page_;
  const Timeline& timeline_;
  std::string_view phrase_;
  std::map<std::string, Look> looks_;
};

// Fills the proof's grounds from its parts.
Result<void> add_grounds(const Archive& archive, const assess::SeenPage& page,
                         const Versions& versions, Proof& proof);

}  // namespace asof::prove
