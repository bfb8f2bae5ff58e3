#include "base/line_sorter.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <queue>

#include "base/check.h"
#include "base/file.h"

namespace asof {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;  // of output
constexpr std::size_t kLeastRead = std::size_t{64} << 10;
constexpr std::size_t kMostRuns = 256;

Result<void> write_all(std::FILE* spool, std::uint64_t at, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t n = ::pwrite(::fileno(spool), bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return system_error("cannot write", "a temporary file");
    at += static_cast<std::uint64_t>(n);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return {};
}

}  // namespace

// The lines of one run, one after another.
class LineSorter::RunReader final {
 public:
  RunReader(std::FILE* spool, Run run, std::size_t buffer)
      : spool_(spool), run_(run), buffer_(std::max(buffer, kLeastRead), '\0') {}

  // Nothing at the end. Valid until the next call.
  Result<std::optional<std::string_view>> next() {
    for (;;) {
      std::string_view ahead(buffer_.data() + begin_, end_ - begin_);
      std::size_t feed = ahead.find('\n');
      if (feed != std::string_view::npos) {
        begin_ += feed + 1;
        return std::optional(ahead.substr(0, feed));
      }
      if (run_.begin == run_.end) return std::optional<std::string_view>();
      TRY(fill());
    }
  }

 private:
  Result<void> fill() {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (end_ == buffer_.size()) buffer_.resize(buffer_.size() * 2);  // a very long line
    auto want = static_cast<std::size_t>(
        std::min<std::uint64_t>(buffer_.size() - end_, run_.end - run_.begin));
    ssize_t n =
        ::pread(::fileno(spool_), buffer_.data() + end_, want, static_cast<off_t>(run_.begin));
    if (n < 0 && errno == EINTR) return {};
    if (n <= 0) return system_error("cannot read", "a temporary file");
    run_.begin += static_cast<std::uint64_t>(n);
    end_ += static_cast<std::size_t>(n);
    return {};
  }

  std::FILE* spool_;
  Run run_;  // what is still to be read
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

LineSorter::LineSorter(std::size_t memory) : memory_(memory) {}
LineSorter::~LineSorter() = default;

Result<void> LineSorter::add(std::string_view lines) {
  CHECK(lines.empty() || lines.back() == '\n');
  auto count = static_cast<std::size_t>(std::count(lines.begin(), lines.end(), '\n'));
  // A line that is held costs its bytes and, while sorting, a view of it.
  std::size_t cost = held_.size() + lines.size();
  cost += (held_lines_ + count) * sizeof(std::string_view);
  if (!held_.empty() && cost > memory_) TRY(spill());
  held_ += lines;
  held_lines_ += count;
  return {};
}

Result<void> LineSorter::sort_held(const Write& write) {
  std::vector<std::string_view> lines;
  lines.reserve(held_lines_);
  for (std::string_view rest = held_; !rest.empty();) {
    std::size_t feed = rest.find('\n');
    lines.push_back(rest.substr(0, feed));
    rest.remove_prefix(feed + 1);
  }
  std::sort(lines.begin(), lines.end());
  std::string piece;
  for (std::string_view line : lines) {
    piece += line;
    piece += '\n';
    if (piece.size() < kPiece) continue;
    TRY(write(piece));
    piece.clear();
  }
  TRY(write(piece));
  held_.clear();
  held_lines_ = 0;
  return {};
}

Result<void> LineSorter::spill() {
  if (!spool_) {
    spool_.reset(std::tmpfile());
    if (!spool_) return system_error("cannot create", "a temporary file");
  }
  Run run{spooled_, spooled_};
  TRY(sort_held([&](std::string_view piece) {
    run.end += piece.size();
    return write_all(spool_.get(), run.end - piece.size(), piece);
  }));
  spooled_ = run.end;
  runs_.push_back(run);
  return runs_.size() >= kMostRuns ? merge_into_one_run() : Result<void>();
}

Result<void> LineSorter::merge(const Write& write) {
  std::vector<RunReader> readers;
  readers.reserve(runs_.size());
  struct Head {
    std::string_view line;
    std::size_t run;
    bool operator<(const Head& other) const { return line > other.line; }  // the least on top
  };
  std::priority_queue<Head> heads;
  auto advance = [&](std::size_t run) -> Result<void> {
    auto line = TRY(readers[run].next());
    if (line) heads.push({*line, run});
    return {};
  };
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    readers.emplace_back(spool_.get(), runs_[i], memory_ / 2 / runs_.size());
    TRY(advance(i));
  }
  std::string piece;
  while (!heads.empty()) {
    Head least = heads.top();
    heads.pop();
    piece += least.line;
    piece += '\n';
    TRY(advance(least.run));
    if (piece.size() < kPiece) continue;
    TRY(write(piece));
    piece.clear();
  }
  return write(piece);
}

// Keeps the number of runs, and with it the memory for reading them side by side, bounded.
Result<void> LineSorter::merge_into_one_run() {
  Spool merged(std::tmpfile());
  if (!merged) return system_error("cannot create", "a temporary file");
  std::uint64_t size = 0;
  TRY(merge([&](std::string_view piece) {
    size += piece.size();
    return write_all(merged.get(), size - piece.size(), piece);
  }));
  spool_ = std::move(merged);
  spooled_ = size;
  runs_ = {{0, size}};
  return {};
}

Result<void> LineSorter::finish(const Write& write) {
  if (runs_.empty()) return sort_held(write);
  TRY(spill());
  std::string().swap(held_);
  return merge(write);
}

}  // namespace asof
