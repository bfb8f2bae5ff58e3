// PartsReader: reads WARC files side by side into the catalog.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ingest/item.h"
#include "keep/import.h"
#include "keep/input_internal.h"

namespace asof::keep {

// A part that is to be read, and what came of it.
struct PendingPart {
  std::size_t input = 0;  // which of the files given it belongs to
  Part part;
  std::string sha256;  // of the part's bytes
  catalog::File file;  // as the catalog has it: progress says where to go on
  std::uint64_t records = 0, captures = 0, cut = 0, undated = 0, damage = 0;
  std::optional<Error> failure;
};

struct PartRows {
  std::size_t part = 0;
  catalog::Batch batch;
  warc::Position next;
  std::uint64_t records = 0;
  std::optional<Error> failure;
  bool last = false;
};

class PartsReader final {
 public:
  PartsReader(archive::Directory& directory, catalog::Writer& catalog,
              const ImportOptions& options);

  void add(PendingPart part);
  // An Error when the catalog fails; a part that cannot be read has its failure set.
  Result<void> run();
  std::vector<PendingPart>& parts() { return parts_; }

 private:
  std::optional<Error> read_part(std::size_t index,
                                 const std::function<bool(ingest::Stretch)>& put);
  Result<void> commit_all(const std::function<std::optional<PartRows>()>& take);

  archive::Directory& directory_;
  catalog::Writer& catalog_;
  const ImportOptions& options_;
  std::vector<PendingPart> parts_;
  std::uint64_t total_ = 0;
};

}  // namespace asof::keep
