#include "archive/recover.h"

#include <filesystem>

#include "warc/reader.h"

namespace asof::archive {
namespace {

constexpr std::string_view kWriting = ".open";

// Where the last whole record ends.
struct Reach {
  std::uint64_t end = 0;
  std::uint64_t records = 0;
};

Result<Reach> reach_of(const FileSource& source) {
  Reach reach;
  bool damaged = false;
  warc::Reader reader(source, [&](const warc::Damage& damage) { damaged |= damage.lost; });
  while (TRY(reader.next()) != nullptr) {
    const std::uint64_t begin = reader.position().offset;
    const warc::End end = TRY(reader.finish());
    // Whatever follows damage was never synced, or is not ours: a writer appends.
    // Before the first record there may be a dictionary.
    const bool follows = reach.records == 0 || begin == reach.end;
    if (damaged || !end.sound || !follows) break;
    reach.end = begin + end.length;
    ++reach.records;
  }
  return reach;
}

}  // namespace

Result<std::vector<Recovered>> recover(const Directory& directory) {
  std::vector<Recovered> recovered;
  const auto names = TRY(list_files(directory.warc_path()));
  for (const std::string& name : names) {
    if (!name.ends_with(kWriting)) continue;
    const std::string path = directory.warc_path(name);
    const std::string final_name = name.substr(0, name.size() - kWriting.size());
    // A link leads to a file that is not ours to cut.
    std::error_code none;
    if (std::filesystem::is_symlink(path, none)) continue;
    Reach reach;
    std::uint64_t size = 0;
    {
      const FileSource source = TRY(FileSource::open(path));
      size = source.size();
      reach = TRY(reach_of(source));
    }
    if (reach.records == 0) {
      TRY(remove_file(path));
      continue;
    }
    if (reach.end < size) TRY(cut_synced(path, reach.end));
    TRY(rename_synced(path, directory.warc_path(final_name)));
    recovered.push_back({final_name, reach.records, size - reach.end});
  }
  return recovered;
}

}  // namespace asof::archive
