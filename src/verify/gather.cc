#include "verify/gather.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "verify/assembler_internal.h"
#include "verify/scanned.h"

namespace asof::verify {
namespace {

using archive::Directory;
using certificate::Evidence;

bool is_records_file(std::string_view name) {
  return name.ends_with(".warc.gz") || name.ends_with(".warc") || name.ends_with(".arc.gz") ||
         name.ends_with(".arc");
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// Crawls may have names of which one begins with the other, so that a prefix is not enough.
bool is_of_crawl(std::string_view name, std::string_view crawl) {
  if (!name.starts_with(crawl) || !name.ends_with(".warc.gz")) return false;
  name.remove_prefix(crawl.size());
  name.remove_suffix(std::string_view(".warc.gz").size());
  const auto parts = split(name, '-');
  return parts.size() == 3 && parts[0].empty() && all_digits(parts[1]) && all_digits(parts[2]);
}

class Gatherer final {
 public:
  Gatherer(const Directory& directory, Evidence& evidence, const GatherOptions& options)
      : directory_(directory), evidence_(evidence), options_(options), assembler_(evidence) {}

  Result<void> read_crawl(const std::vector<std::string>& names) {
    for (const std::string& name : names) TRY(read_file(name));
    return {};
  }

  Result<void> find_originals(const std::vector<std::string>& candidates) {
    const auto missing = assembler_.missing();
    wanted_ = {missing.begin(), missing.end()};
    for (const std::string& name : candidates) {
      if (wanted_.empty()) break;
      TRY(search_file(name));
    }
    return {};
  }

  void finish() { assembler_.finish(); }

 private:
  Result<void> list_file(const Source& source, const std::string& name, bool earlier) {
    const std::string sha256 = TRY(sha256_of(source));
    evidence_.files.push_back({name, source.size(), hex(sha256), earlier});
    return {};
  }

  Result<void> read_file(const std::string& name) {
    const auto holding = TRY(archive::Holding::open(directory_, name));
    TRY(list_file(holding.source(), name, false));
    warc::Reader reader(holding.source(), [&](const warc::Damage& damage) {
      evidence_.faults.push_back({name, damage.where.offset, "", damage.what});
    });
    for (;;) {
      const warc::Record* head = TRY(reader.next());
      if (head == nullptr) break;
      auto record = TRY(scan(reader, *head));
      if (options_.progress) options_.progress(name, record.record.offset, holding.source().size());
      assembler_.take(std::move(record));
    }
    assembler_.end_file();
    return {};
  }

  // The names by which the record is wanted.
  std::vector<std::string> wanted_as(const warc::Record& head) const {
    std::vector<std::string> names;
    if (head.type() != warc::Type::Response) return names;
    names.push_back(name_by_id(head.id()));
    if (head.date()) names.push_back(name_by_date(head.target_uri(), *head.date()));
    std::erase_if(names, [this](const std::string& name) { return !wanted_.contains(name); });
    return names;
  }

  Result<void> search_file(const std::string& name) {
    const auto holding = TRY(archive::Holding::open(directory_, name));
    warc::Reader reader(holding.source(), [](const warc::Damage&) {});
    bool listed = false;
    for (;;) {
      const warc::Record* head = TRY(reader.next());
      if (head == nullptr || wanted_.empty()) break;
      if (options_.progress)
        options_.progress(name, reader.position().offset, holding.source().size());
      const auto names = wanted_as(*head);
      if (names.empty()) {
        const auto end = reader.finish();
        if (!end) return end.error();
        continue;
      }
      auto record = TRY(scan(reader, *head));
      if (!listed) TRY(list_file(holding.source(), name, true));
      listed = true;
      record.record.file = static_cast<std::uint32_t>(evidence_.files.size() - 1);
      // A damaged original is no original: what refers to it will say that it is missing.
      if (!record.fault.empty())
        evidence_.faults.push_back({name, record.record.offset, to_utf8(record.url), record.fault});
      for (const std::string& called : names) {
        if (record.fault.empty() && record.whole) assembler_.found(called, original_of(record));
        wanted_.erase(called);
      }
    }
    return {};
  }

  const Directory& directory_;
  Evidence& evidence_;
  const GatherOptions& options_;
  Assembler assembler_;
  std::set<std::string> wanted_;
};

// Other files of the archive, in byte order, or those of them that were asked for.
Result<std::vector<std::string>> other_files(const Directory& directory, std::string_view crawl,
                                             const GatherOptions& options) {
  auto names = TRY(directory.names(Directory::Place::Warc));
  std::erase_if(names, [&](const std::string& name) {
    const bool asked =
        !options.earlier ||
        std::find(options.earlier->begin(), options.earlier->end(), name) != options.earlier->end();
    return !asked || !is_records_file(name) || is_of_crawl(name, crawl);
  });
  return names;
}

}  // namespace

Result<std::vector<std::string>> crawl_files(const Directory& directory, std::string_view crawl) {
  auto names = TRY(directory.names(Directory::Place::Warc));
  std::erase_if(names, [crawl](const std::string& name) { return !is_of_crawl(name, crawl); });
  return names;
}

Result<Evidence> gather(const Directory& directory, std::string_view crawl,
                        const GatherOptions& options) {
  const auto names = TRY(crawl_files(directory, crawl));
  if (names.empty())
    return Error{Errc::NotFound, directory.path() + " holds no finished files of a crawl named " +
                                     std::string(crawl)};
  Evidence evidence{.crawl = std::string(crawl)};
  Gatherer gatherer(directory, evidence, options);
  TRY(gatherer.read_crawl(names));
  const auto others = TRY(other_files(directory, crawl, options));
  TRY(gatherer.find_originals(others));
  gatherer.finish();
  return evidence;
}

}  // namespace asof::verify
