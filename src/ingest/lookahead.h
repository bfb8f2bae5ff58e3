// Lookahead: inflates the gzip members of a file on several threads, ahead of whoever reads it.
//
// The file is cut into segments. In each a thread looks for the first member and follows the chain
// of members from there; what it finds is offered by offset. Nothing depends on a guess being
// right: a reader asks for the members that really follow each other, and does itself what is not
// on offer: long members, damaged ones, files that are not gzip.
//
// Memory: some eight megabytes per thread, and as much again, where members inflate well.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/source.h"
#include "codec/gzip.h"

namespace asof::ingest {

class Lookahead final {
 public:
  // The source must outlive it, and be safe to read from several threads. `from` is where the
  // reader will begin. No threads: nothing is ever on offer.
  Lookahead(const Source& source, std::uint64_t from, unsigned threads);
  ~Lookahead();
  Lookahead(const Lookahead&) = delete;
  Lookahead& operator=(const Lookahead&) = delete;

  // The member at this offset; nothing where it is not on offer. Waits for the thread that is at
  // it. Meant to be asked with growing offsets. Valid until the next call.
  std::optional<codec::MemberInflater::Member> at(std::uint64_t offset);

 private:
  struct Found {
    std::uint64_t offset;
    codec::MemberInflater::Member member;
  };
  struct Segment {
    std::uint64_t number = 0;
    enum class State { Free, Working, Ready } state = State::Free;
    std::vector<Found> members;  // by offset
    std::unique_ptr<char[]> inflated;
  };
  class Worker;

  void run();
  Segment& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }

  const Source& source_;
  const std::uint64_t from_;
  std::mutex mutex_;
  std::condition_variable work_;   // for the threads: a segment may be begun
  std::condition_variable ready_;  // for the reader: a segment is ready
  // Guarded by mutex_, except that a segment being worked on is its thread's, and the one asked for
  // last the reader's.
  std::vector<Segment> slots_;
  std::uint64_t first_ = 0;  // the reader needs none before this
  std::uint64_t next_ = 0;   // to be begun
  bool stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace asof::ingest
