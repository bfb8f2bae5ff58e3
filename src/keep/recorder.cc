#include "keep/recorder.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "keep/rows.h"
#include "warc/draft.h"

namespace asof::keep {
namespace {

// How long visits may gather before they are written.
constexpr std::chrono::milliseconds kDoze(5);
// Encoded together, at most: visits and bytes.
constexpr std::size_t kTogether = 32;
constexpr std::uint64_t kBytesTogether = std::uint64_t{8} << 20;
// Visits whose pages the catalog settles together: not all at the end, when other threads have
// nothing left to do.
constexpr std::uint64_t kSettledTogether = 200;
// Nor later than this, so that whoever reads the archive meanwhile finds them.
constexpr std::chrono::seconds kSettledWithin(10);

std::uint64_t weight_of(const Delivery& delivery) {
  std::uint64_t weight = 4096;
  for (const capture::Exchange& exchange : delivery.capture.exchanges) {
    weight += exchange.request.size();
    if (exchange.answer.page) weight += exchange.answer.page->links.bytes();
  }
  for (const Message& message : delivery.messages) weight += message.bytes.size();
  return weight;
}

// Tells the capture's record of that draft where it lies now.
void locate_record(const warc::Draft& draft, const archive::Written& written,
                   capture::Capture& capture) {
  capture::RecordName name{.id = draft.id,
                           .offset = written.offset,
                           .length = written.length,
                           .block_digest = warc::labelled(Algorithm::Sha256, draft.block_sha256),
                           .payload_digest = draft.payload_digest};
  if (draft.type == warc::Type::Metadata) {
    capture.notes_record = std::move(name);
    return;
  }
  const bool request = draft.type == warc::Type::Request;
  for (capture::Exchange& exchange : capture.exchanges) {
    capture::RecordName& record = request ? exchange.request_record : exchange.record;
    if (record.id != draft.id) continue;
    record = std::move(name);
    return;
  }
}

// A body that was cut may be cut inside a chunk: it stays as it came.
Result<void> unchunk(Delivery& delivery) {
  for (std::size_t i = 0; i < delivery.capture.exchanges.size(); ++i) {
    const capture::Exchange& exchange = delivery.capture.exchanges[i];
    if (exchange.kind != capture::Kind::Response || !exchange.truncated.empty()) continue;
    auto plain = TRY(without_chunks(delivery.messages[i]));
    if (plain) delivery.messages[i] = std::move(*plain);
  }
  return {};
}

// What of each answer becomes the block of its record: of a revisit, the head.
Result<std::vector<std::string_view>> blocks_of(Delivery& delivery) {
  std::vector<std::string_view> blocks;
  for (std::size_t i = 0; i < delivery.capture.exchanges.size(); ++i) {
    std::string_view block;
    if (delivery.capture.exchanges[i].kind != capture::Kind::None)
      block = TRY(delivery.messages[i].bytes.bytes());
    if (delivery.capture.exchanges[i].kind == capture::Kind::Revisit)
      block = block.substr(0, delivery.messages[i].head);
    blocks.push_back(block);
  }
  return blocks;
}

}  // namespace

Recorder::Recorder(const archive::Directory& directory, catalog::Writer& catalog,
                   const Clock& clock, warc::IdSource ids, RecorderOptions options)
    : directory_(directory),
      catalog_(catalog),
      options_(std::move(options)),
      ids_(std::move(ids)),
      writer_(directory.warc_path(), clock, ids_, options_.writer),
      pool_(helpers()) {
  tools_.reserve(pool_.others() + 1);
  for (std::size_t i = 0; i <= pool_.others(); ++i)
    tools_.push_back({.encoder = warc::Encoder(options_.writer.encoding)});
  const warc::Encoder::Options& encoding = options_.writer.encoding;
  if (encoding.compression == warc::Compression::Zstd && encoding.dictionary.empty())
    samples_.emplace();
  if (!options_.gather.empty()) gathering_.emplace(options_.gather);
  thread_ = std::thread([this] { run(); });
}

Recorder::~Recorder() {
  {
    std::lock_guard lock(mutex_);
    jobs_.clear();
    if (!error_) error_ = Error{Errc::Io, "the recorder was stopped"};
    closing_ = true;
    work_.notify_one();
    room_.notify_all();
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

std::uint64_t Recorder::record(Delivery delivery) {
  const std::uint64_t weight = weight_of(delivery);
  Job job{.delivery = std::move(delivery), .weight = weight};
  std::unique_lock lock(mutex_);
  room_.wait(lock, [&] {
    return error_ || (waiting_ < options_.unwritten && weight_ <= options_.unwritten_bytes);
  });
  if (error_) return given_;
  weight_ += job.weight;
  ++waiting_;
  jobs_.push_back(std::move(job));
  // Waking a thread costs more than what it then does for one visit.
  if (!dozing_ || waiting_ >= options_.unwritten / 2) work_.notify_one();
  return ++given_;
}

void Recorder::wait_written(std::uint64_t number) {
  std::unique_lock lock(mutex_);
  const auto written = [&] { return error_ || given_ - waiting_ >= number; };
  if (written()) return;
  awaited_ = true;
  work_.notify_one();
  changed_.wait(lock, written);
}

Result<void> Recorder::flush() {
  std::unique_lock lock(mutex_);
  const std::uint64_t number = given_;
  if (!error_ && flushed_ < number) {
    wanted_ = std::max(wanted_, number);
    awaited_ = true;
    work_.notify_one();
    changed_.wait(lock, [&] { return error_ || flushed_ >= number; });
  }
  if (error_) return *error_;
  return {};
}

std::optional<Error> Recorder::error() const {
  std::lock_guard lock(mutex_);
  return error_;
}

Result<void> Recorder::close() {
  {
    std::lock_guard lock(mutex_);
    closing_ = true;
    work_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
  if (error_) return *error_;
  TRY(writer_.close());
  return finish_file();
}

void Recorder::run() {
  using Clock = std::chrono::steady_clock;
  const auto patience = std::chrono::duration_cast<Clock::duration>(
      std::chrono::duration<double>(options_.group_seconds));
  group_began_ = Clock::now();
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto due = group_began_ + patience;
    dozing_ = true;
    work_.wait_for(lock, kDoze, [&] {
      return awaited_ || closing_ || error_ || waiting_ >= options_.unwritten / 2;
    });
    dozing_ = false;
    awaited_ = false;
    const auto ready = [&] { return !jobs_.empty() || closing_ || wanted_ > flushed_; };
    if (group_visits_ > 0 || !batch_.captures.empty())
      work_.wait_until(lock, due, ready);
    else
      work_.wait(lock, ready);
    if (error_) return;

    std::deque<Job> jobs;
    jobs.swap(jobs_);
    const bool last = closing_;
    const bool flush = wanted_ > flushed_;
    const std::uint64_t taken = given_;
    lock.unlock();
    Result<void> done = write_all(jobs);
    if (done && (last || flush || Clock::now() >= due)) done = acknowledge();
    // What is left to do after the last ones takes no more room worth asking for.
    if (done && !last) done = settle(flush);
    if (done && !last) done = room();
    lock.lock();
    if (done && flush) flushed_ = taken;
    if (!done) error_ = std::move(done).error();
    if (error_) room_.notify_all();
    changed_.notify_all();
    if (last) return;
  }
}

Result<void> Recorder::write_all(std::deque<Job>& jobs) {
  while (!jobs.empty()) {
    std::size_t encoded = TRY(encode_some(jobs));
    for (; encoded > 0; --encoded) {
      Job& job = jobs.front();
      if (group_visits_ == 0) group_began_ = std::chrono::steady_clock::now();
      TRY(write(job));
      {
        std::lock_guard lock(mutex_);
        weight_ -= job.weight;
        --waiting_;
        if (waiting_ <= options_.unwritten / 2 && weight_ <= options_.unwritten_bytes)
          room_.notify_all();
        changed_.notify_all();
      }
      jobs.pop_front();
      if (group_bytes_ >= options_.group_bytes) TRY(acknowledge());
    }
    TRY(write_log());
  }
  return {};
}

Result<std::size_t> Recorder::encode_some(std::deque<Job>& jobs) {
  TRY(writer_.open());
  std::size_t count = 0;
  for (std::uint64_t bytes = 0; count < std::min(jobs.size(), kTogether); ++count) {
    Job& job = jobs[count];
    if (count > 0 && bytes + job.weight > kBytesTogether) break;
    bytes += job.weight;
    job.warcinfo_id = writer_.warcinfo_id();
    if (options_.unchunk) TRY(unchunk(job.delivery));
    const auto blocks = TRY(blocks_of(job.delivery));
    job.drafts = capture::records_of(job.delivery.capture, blocks, ids_, job.notes);
  }
  pool_.share(count, [&](std::size_t index, std::size_t who) {
    prepare(jobs[index], who);
    encode(jobs[index], who);
  });
  return count;
}

// What does not depend on the place in the file: digests of blocks, and rows.
void Recorder::prepare(Job& job, std::size_t who) {
  capture::Capture& capture = job.delivery.capture;
  for (capture::Exchange& exchange : capture.exchanges)
    if (exchange.kind == capture::Kind::Revisit) capture::leave_out_body(exchange);
  add_rows(capture, 0, job.rows, tools_[who].packer);
  for (warc::Draft& draft : job.drafts)
    draft.block_sha256 = digest_of(Algorithm::Sha256, draft.block);
}

void Recorder::encode(Job& job, std::size_t who) {
  job.records.clear();
  for (warc::Draft& draft : job.drafts) {
    draft.warcinfo_id = job.warcinfo_id;
    archive::Encoded record;
    if (draft.block.size() < archive::kLong)
      record.bytes = tools_[who].encoder.encode(draft, &record.head);
    job.records.push_back(std::move(record));
  }
}

// A visit lies in one file.
Result<void> Recorder::write(Job& job) {
  TRY(writer_.open());
  if (job.warcinfo_id != writer_.warcinfo_id()) {
    job.warcinfo_id = writer_.warcinfo_id();
    encode(job, 0);
  }
  const auto written = TRY(append(job));
  TRY(note(job, written));
  if (samples_) {
    sample(job);
    TRY(consider_samples());
  }
  if (!job.delivery.is_visit) return {};
  ++group_visits_;
  if (job.delivery.log_line.empty() || options_.log_path.empty()) return {};
  log_lines_ += job.delivery.log_line;
  log_lines_ += '\n';
  return {};
}

void Recorder::sample(const Job& job) {
  for (std::size_t i = 0; i < job.records.size(); ++i) {
    const warc::Draft& draft = job.drafts[i];
    const bool page = draft.type == warc::Type::Response && !job.rows.documents.empty();
    samples_->take(job.records[i].head, draft.block, page);
  }
}

// With a dictionary a new file begins. What was encoded for the old one meanwhile is encoded again,
// as for any new file.
Result<void> Recorder::consider_samples() {
  if (!samples_->enough()) return {};
  const Samples samples = std::move(*std::exchange(samples_, {}));
  auto dictionary = samples.dictionary();
  if (!dictionary) return {};
  TRY(writer_.use_dictionary(std::move(*dictionary)));
  for (Tools& tools : tools_) tools.encoder = warc::Encoder(writer_.encoding());
  return {};
}

// Right after the records that were encoded together: the lines a kill loses are written again by
// who goes on.
Result<void> Recorder::write_log() {
  if (log_lines_.empty()) return {};
  if (!log_) {
    FileSink log = TRY(FileSink::append(options_.log_path));
    log_.emplace(std::move(log));
  }
  TRY(log_->write(log_lines_));
  log_lines_.clear();
  return {};
}

Result<std::vector<archive::Written>> Recorder::append(const Job& job) {
  const auto is_long = [](const warc::Draft& draft) {
    return draft.block.size() >= archive::kLong;
  };
  if (std::none_of(job.drafts.begin(), job.drafts.end(), is_long))
    return writer_.append(std::span(job.records));
  std::vector<archive::Written> written;
  for (std::size_t i = 0; i < job.drafts.size(); ++i) {
    auto next =
        is_long(job.drafts[i]) ? writer_.append(job.drafts[i]) : writer_.append(job.records[i]);
    if (!next) return std::move(next).error();
    written.push_back(std::move(*next));
  }
  return written;
}

Result<void> Recorder::note(Job& job, const std::vector<archive::Written>& written) {
  if (written.front().file != file_) {
    TRY(acknowledge());
    TRY(finish_file());
    begin_file(written.front().file);
  }
  capture::Capture& capture = job.delivery.capture;
  for (std::size_t i = 0; i < written.size(); ++i) {
    group_bytes_ += written[i].length;
    batch_.progress = written[i].offset + written[i].length;
    ++batch_.records;
    locate_record(job.drafts[i], written[i], capture);
  }
  locate_rows(capture, batch_.file, job.rows);
  append_rows(batch_, std::move(job.rows));
  if (!gathering_) return {};
  gathering_->take(capture);
  if (gathering_->captures() > options_.gathered) gathering_.reset();
  return {};
}

// The catalog hears of it when its first records are on disk: a file without any is removed after a
// crash, and must have no row.
void Recorder::begin_file(const std::string& name) {
  file_ = name;
  told_ = false;
  batch_ = {};
  batch_.file = catalog::file_id(name);
  batch_.records = 1;
  const archive::Warcinfo& info = writer_.warcinfo();
  batch_.about = describe_file(info.block);
  if (!gathering_) return;
  gathering_->begin_file(name);
  gathering_->describe_crawl(info.block);
}

Result<void> Recorder::finish_file() {
  if (file_.empty()) return {};
  const auto& closed = writer_.closed();
  CHECK(closed && closed->file == file_);
  TRY(catalog_.finish_file(catalog::file_id(file_), closed->size, closed->sha256));
  if (gathering_) gathering_->end_file(closed->size, closed->sha256);
  file_.clear();
  return {};
}

// First the records, then the rows that point to them, then whoever waits to hear of it.
Result<void> Recorder::acknowledge() {
  if (group_bytes_ == 0) return {};
  TRY(write_log());
  TRY(writer_.sync());
  if (!std::exchange(told_, true)) {
    const auto compression = warc::name_of(options_.writer.encoding.compression);
    TRY(catalog_.begin_file(
        {.name = file_, .format = "warc", .compression = std::string(compression)}));
  }
  TRY(catalog_.commit(batch_));
  catalog::Batch next;
  next.file = batch_.file;
  next.progress = batch_.progress;
  next.records = batch_.records;
  batch_ = std::move(next);
  acknowledged_ += group_visits_;
  const std::uint64_t visits = group_visits_;
  unplaced_ += visits;
  group_bytes_ = 0;
  group_visits_ = 0;
  if (options_.on_acknowledged && visits > 0) options_.on_acknowledged(visits);
  return {};
}

Result<void> Recorder::room() const {
  struct statvfs disk {};
  if (options_.free_disk == 0 || ::statvfs(directory_.path().c_str(), &disk) != 0) return {};
  const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
  if (free >= options_.free_disk) return {};
  return Error{Errc::Limit,
               fmt::format("{} has {} free, less than --free-disk {}", directory_.path(),
                           human_bytes(free), human_bytes(options_.free_disk))};
}

// Pages that were acknowledged find their place in the catalog. After the last ones that is left to
// whoever closes, who settles everything and can do more beside it.
Result<void> Recorder::settle(bool at_once) {
  const auto now = std::chrono::steady_clock::now();
  const bool due = unplaced_ >= kSettledTogether || at_once || now - settled_ >= kSettledWithin;
  if (unplaced_ == 0 || !due) return {};
  TRY(catalog_.settle_pages());
  unplaced_ = 0;
  settled_ = now;
  return {};
}

}  // namespace asof::keep
