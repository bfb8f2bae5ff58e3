#include "ingest/lookahead.h"

#include <algorithm>
#include <string_view>

namespace asof::ingest {
namespace {

// Small enough that what is inflated is still in the cache when it is read.
constexpr std::uint64_t kSegment = std::uint64_t{256} << 10;
constexpr std::size_t kBeyond = std::size_t{64} << 10;       // read for the last member, at first
constexpr std::size_t kFarBeyond = std::size_t{1} << 20;     // and where it is long
constexpr std::size_t kMostInflated = std::size_t{8} << 20;  // of a segment
// A file full of false starts must not make us try them all.
constexpr int kMostFailures = 4;
constexpr std::string_view kMagic("\x1f\x8b\x08", 3);

}  // namespace

// What one thread keeps from segment to segment.
class Lookahead::Worker final {
 public:
  Worker(const Source& source, std::uint64_t from) : source_(source), from_(from) {}

  void fill(Segment& segment) {
    segment.members.clear();
    if (!segment.inflated) segment.inflated.reset(new char[kMostInflated]);  // not cleared
    const std::uint64_t begin = from_ + segment.number * kSegment;
    std::string_view input = read(begin, kSegment + kBeyond);
    bool far = false;
    std::size_t at = 0, made = 0;
    int failures = 0;
    while (at < kSegment && failures < kMostFailures) {
      if (!input.substr(std::min(at, input.size())).starts_with(kMagic)) {
        at = input.find(kMagic, at);
        if (at >= kSegment) return;
      }
      std::span<char> room(segment.inflated.get() + made, kMostInflated - made);
      auto member = inflater_.inflate_into(input.substr(at), room);
      if (!member && !far) {
        far = true;
        input = read(begin, kSegment + kFarBeyond);
        member = inflater_.inflate_into(input.substr(std::min(at, input.size())), room);
      }
      if (member) {
        segment.members.push_back({begin + at, *member});
        made += member->content.size();
        at += member->length;
      } else {
        ++failures;
        ++at;
      }
    }
  }

 private:
  // What cannot be read is not on offer: the reader will meet the error itself.
  std::string_view read(std::uint64_t offset, std::size_t size) {
    if (buffer_.size() < size) buffer_.resize(size);
    auto got = source_.read_at(offset, std::span(buffer_).first(size));
    return {buffer_.data(), got ? *got : 0};
  }

  const Source& source_;
  const std::uint64_t from_;
  codec::MemberInflater inflater_;
  std::vector<char> buffer_;
};

Lookahead::Lookahead(const Source& source, std::uint64_t from, unsigned threads)
    : source_(source), from_(from), slots_(threads + 2) {
  char head[3] = {};
  auto got = source.read_at(from, head);
  bool gzip = got && *got == sizeof head && std::string_view(head, sizeof head) == kMagic;
  for (unsigned i = 0; gzip && i < threads; ++i) threads_.emplace_back([this] { run(); });
}

Lookahead::~Lookahead() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Lookahead::run() {
  Worker worker(source_, from_);
  std::unique_lock lock(mutex_);
  for (;;) {
    // A segment the reader has passed over may still be worked on: its slot is taken until then.
    work_.wait(lock, [&] {
      return stopped_ || from_ + next_ * kSegment >= source_.size() ||
             (next_ < first_ + slots_.size() && slot(next_).state != Segment::State::Working);
    });
    if (stopped_ || from_ + next_ * kSegment >= source_.size()) return;
    Segment& segment = slot(next_);
    segment.number = next_++;
    segment.state = Segment::State::Working;
    lock.unlock();
    worker.fill(segment);
    lock.lock();
    segment.state = Segment::State::Ready;
    if (segment.number <= first_) ready_.notify_one();
    work_.notify_one();
  }
}

std::optional<codec::MemberInflater::Member> Lookahead::at(std::uint64_t offset) {
  if (threads_.empty() || offset < from_ || offset >= source_.size()) return std::nullopt;
  const std::uint64_t number = (offset - from_) / kSegment;
  std::unique_lock lock(mutex_);
  if (number < first_) return std::nullopt;
  if (number > first_) {
    first_ = number;
    next_ = std::max(next_, first_);
    work_.notify_all();
  }
  Segment& segment = slot(number);
  ready_.wait(lock,
              [&] { return segment.number == number && segment.state == Segment::State::Ready; });
  lock.unlock();
  auto found = std::lower_bound(segment.members.begin(), segment.members.end(), offset,
                                [](const Found& f, std::uint64_t o) { return f.offset < o; });
  if (found == segment.members.end() || found->offset != offset) return std::nullopt;
  return found->member;
}

}  // namespace asof::ingest
