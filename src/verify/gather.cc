#include "verify/gather.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "verify/assembler_internal.h"
#include "verify/checked_record_internal.h"
#include "verify/sighting_internal.h"
#include "warc/reader.h"

namespace asof::verify {
namespace {

using archive::Directory;
using certificate::Evidence;

bool is_records_file(std::string_view name) {
  constexpr std::string_view kEndings[] = {".warc.gz", ".warc.zst", ".warc", ".arc.gz", ".arc"};
  return std::ranges::any_of(kEndings, [&](auto ending) { return name.ends_with(ending); });
}

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

// The names by which a record is wanted.
std::vector<std::string> wanted_as(const warc::Record& head, const std::set<std::string>& wanted) {
  std::vector<std::string> names;
  if (head.type() != warc::Type::Response) return names;
  names.push_back(name_by_id(head.id()));
  if (head.date()) names.push_back(name_by_date(head.target_uri(), *head.date()));
  std::erase_if(names, [&](const std::string& name) { return !wanted.contains(name); });
  return names;
}

}  // namespace

struct Gathering::State {
  explicit State(std::string crawl) : evidence{.crawl = std::move(crawl)} {}

  Result<void> search_file(const Directory& directory, const std::string& name,
                           std::set<std::string>& wanted, const GatherOptions& options);

  Evidence evidence;
  Assembler assembler{evidence};
  std::uint64_t captures = 0;
};

Gathering::Gathering(std::string crawl) : state_(std::make_unique<State>(std::move(crawl))) {}
Gathering::~Gathering() = default;
Gathering::Gathering(Gathering&&) noexcept = default;
Gathering& Gathering::operator=(Gathering&&) noexcept = default;

void Gathering::begin_file(std::string name) {
  state_->evidence.files.push_back({.name = std::move(name)});
}

void Gathering::describe_crawl(std::string_view warcinfo) {
  state_->assembler.describe_crawl(warcinfo);
}

void Gathering::take(const capture::Capture& capture) {
  ++state_->captures;
  state_->assembler.take(capture);
}

void Gathering::end_file(std::uint64_t size, std::string_view sha256) {
  state_->assembler.end_file();
  state_->evidence.files.back().size = size;
  state_->evidence.files.back().sha256 = hex(sha256);
}

void Gathering::blame(std::uint64_t offset, std::string what) {
  state_->evidence.faults.push_back(
      {state_->evidence.files.back().name, offset, "", std::move(what)});
}

void Gathering::take(const CheckedRecord& record) {
  if (record.capture) return take(*record.capture);
  state_->assembler.blame(record.name, record.url);
  if (record.name.fault.empty() && !record.warcinfo.empty()) describe_crawl(record.warcinfo);
}

std::uint64_t Gathering::captures() const { return state_->captures; }

Result<void> Gathering::State::search_file(const Directory& directory, const std::string& name,
                                           std::set<std::string>& wanted,
                                           const GatherOptions& options) {
  const auto holding = TRY(archive::Holding::open(directory, name));
  const Source& source = holding.source();
  warc::Reader reader(source, [](const warc::Damage&) {});
  bool listed = false;
  for (;;) {
    const warc::Record* head = TRY(reader.next());
    if (head == nullptr || wanted.empty()) break;
    if (options.progress) options.progress(name, reader.position().offset, source.size());
    const auto names = wanted_as(*head, wanted);
    if (names.empty()) {
      const auto end = reader.finish();
      if (!end) return end.error();
      continue;
    }
    const auto record = TRY(read_checked(reader, *head));
    if (!listed) {
      const std::string sha256 = TRY(sha256_of(source));
      evidence.files.push_back({name, source.size(), hex(sha256), true});
    }
    listed = true;
    // A damaged original is no original: what refers to it will say that it is missing.
    if (!record.name.fault.empty())
      evidence.faults.push_back({name, record.name.offset, to_utf8(record.url), record.name.fault});
    const bool good =
        record.name.fault.empty() && record.capture && record.capture->exchanges.front().is_whole();
    for (const std::string& called : names) {
      if (good) {
        auto original = original_of(*record.capture, record.capture->exchanges.front());
        original.record.file = static_cast<std::uint32_t>(evidence.files.size() - 1);
        assembler.found(called, std::move(original));
      }
      wanted.erase(called);
    }
  }
  return {};
}

Result<Evidence> Gathering::finish(const Directory& directory, const GatherOptions& options) && {
  const auto missing = state_->assembler.missing();
  std::set<std::string> wanted(missing.begin(), missing.end());
  const auto others = TRY(other_files(directory, state_->evidence.crawl, options));
  for (const std::string& name : others) {
    if (wanted.empty()) break;
    TRY(state_->search_file(directory, name, wanted, options));
  }
  state_->assembler.finish();
  return std::move(state_->evidence);
}

Result<Evidence> gather(const Directory& directory, std::string_view crawl,
                        const GatherOptions& options) {
  const auto names = TRY(crawl_files(directory, crawl));
  if (names.empty())
    return Error{Errc::NotFound, directory.path() + " holds no complete files of a crawl named " +
                                     std::string(crawl)};
  Gathering gathering{std::string(crawl)};
  for (const std::string& name : names) {
    const auto holding = TRY(archive::Holding::open(directory, name));
    const Source& source = holding.source();
    gathering.begin_file(name);
    warc::Reader reader(source, [&](const warc::Damage& damage) {
      gathering.blame(damage.where.offset, damage.what);
    });
    for (;;) {
      const warc::Record* head = TRY(reader.next());
      if (head == nullptr) break;
      const auto record = TRY(read_checked(reader, *head));
      if (options.progress) options.progress(name, record.name.offset, source.size());
      gathering.take(record);
    }
    const std::string sha256 = TRY(sha256_of(source));
    gathering.end_file(source.size(), sha256);
  }
  return std::move(gathering).finish(directory, options);
}

}  // namespace asof::verify
