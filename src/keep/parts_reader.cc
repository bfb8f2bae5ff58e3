#include "keep/parts_reader_internal.h"

#include <algorithm>
#include <iterator>
#include <thread>

#include "base/ordered_pool.h"
#include "keep/rows.h"

namespace asof::keep {
namespace {

constexpr std::uint64_t kBlocksInFlight = std::uint64_t{48} << 20;  // bytes of records
constexpr std::uint64_t kRecordWeight = 4096;  // what a record and its rows take beside its block
constexpr std::size_t kCommitRows = 10000;

// A stretch of one of the parts, or its end.
struct Task {
  std::size_t part = 0;
  ingest::Stretch stretch;
  std::optional<Error> failure;
  bool last = false;
};

}  // namespace

PartsReader::PartsReader(archive::Directory& directory, catalog::Writer& catalog,
                         const ImportOptions& options)
    : directory_(directory), catalog_(catalog), options_(options) {}

void PartsReader::add(PendingPart part) {
  total_ += part.part.size;
  parts_.push_back(std::move(part));
}

// Reads parts one after another on this thread's behalf; analysis runs beside it.
Result<void> PartsReader::run() {
  OrderedPool<Task, PartRows> pool(
      std::max(1u, options_.threads), kBlocksInFlight, [this](Task task) {
        PartRows rows{
            task.part, {}, task.stretch.next, task.stretch.records, std::move(task.failure),
            task.last};
        add_rows(task.stretch, parts_[task.part].file.id(), rows.batch);
        return rows;
      });
  std::thread reader([&] {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      auto put = [&](Task task) {
        const std::uint64_t weight =
            task.stretch.bytes + (task.stretch.items.size() + 1) * kRecordWeight;
        return pool.put(std::move(task), weight);
      };
      auto failure = read_part(i, [&](ingest::Stretch stretch) {
        return put({i, std::move(stretch), std::nullopt, false});
      });
      if (!put({i, {}, std::move(failure), true})) break;
    }
    pool.close();
  });
  auto result = commit_all([&] { return pool.take(); });
  pool.cancel();
  reader.join();
  return result;
}

std::optional<Error> PartsReader::read_part(std::size_t index,
                                            const std::function<bool(ingest::Stretch)>& put) {
  const PendingPart& pending = parts_[index];
  auto holding = archive::Holding::open(directory_, pending.file.name);
  if (!holding) return std::move(holding).error();
  ingest::StretchReader reader(holding->source(), {pending.file.progress, 0},
                               {.threads = options_.threads});
  for (;;) {
    auto stretch = reader.next();
    if (!stretch) return std::move(stretch).error();
    if (!*stretch) return std::nullopt;
    if (!put(std::move(**stretch))) return std::nullopt;
  }
}

// Rows are committed in the order of the file together with how far they reach, so that a run cut
// off anywhere goes on from there. Between records that share a compressed unit nothing can be
// resumed: the offset stays at the unit's start, and its rows are written once more.
Result<void> PartsReader::commit_all(const std::function<std::optional<PartRows>()>& take) {
  catalog::Batch open;
  std::uint64_t records = 0;
  bool fresh = true;
  std::uint64_t before = 0;  // bytes of the parts that are done
  while (auto rows = take()) {
    PendingPart& pending = parts_[rows->part];
    if (fresh) {
      open = {};
      open.file = pending.file.id();
      open.progress = pending.file.progress;
      open.records = records = pending.file.records;
      fresh = false;
    }
    pending.captures += rows->batch.captures.size();
    pending.undated += rows->batch.undated.size();
    for (const catalog::Flawed& flawed : rows->batch.flawed) pending.cut += flawed.is_cut();
    pending.damage += rows->batch.damage.size();
    append_rows(open, std::move(rows->batch));
    records += rows->records;
    if (rows->next.inner == 0 && !rows->last) {
      open.progress = rows->next.offset;
      open.records = records;
    }
    if (rows->last) {
      pending.failure = std::move(rows->failure);
      if (!pending.failure) {
        open.records = records;
        open.progress = pending.part.size;
        TRY(catalog_.commit(open));
        TRY(catalog_.finish_file(open.file, pending.part.size, pending.sha256));
        pending.records = records;
      }
      before += pending.part.size;
      fresh = true;
    } else if (open.captures.size() + open.documents.size() + open.metadata.size() >= kCommitRows) {
      TRY(catalog_.commit(open));
      catalog::Batch next;
      next.file = open.file;
      next.progress = open.progress;
      next.records = open.records;
      open = std::move(next);
    }
    if (options_.on_progress)
      options_.on_progress(
          {"reading", pending.file.name, before + (fresh ? 0 : open.progress), total_, records});
  }
  return {};
}

}  // namespace asof::keep
