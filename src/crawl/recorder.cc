#include "crawl/recorder.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <chrono>

#include "base/check.h"
#include "base/text.h"
#include "ingest/analyse.h"

namespace asof::crawl {
namespace {

// How long visits may gather before they are written.
constexpr std::chrono::milliseconds kDoze(5);

std::uint64_t weight_of(const VisitRecord& visit) {
  return 4096 + visit.request.size() + visit.metadata.size() +
         (visit.response ? visit.response->size() : 0);
}

std::string dns_text(const DnsRecord& dns) {
  std::string text = digits14(dns.at) + "\n";
  for (const std::string& address : dns.addresses) {
    const bool six = address.find(':') != std::string::npos;
    text += fmt::format("{}.\t0\tIN\t{}\t{}\n", dns.host, six ? "AAAA" : "A", address);
  }
  return text;
}

ingest::Item item_of(const archive::Written& written, std::string_view block) {
  ingest::Item item;
  std::string why;
  CHECK(item.record.parse_warc(written.head, why));
  item.position = {written.offset, 0};
  item.length = written.length;
  item.block = block;
  return item;
}

}  // namespace

Recorder::Recorder(const archive::Directory& directory, catalog::Catalog& catalog,
                   const Clock& clock, warc::IdSource ids, RecorderOptions options)
    : directory_(directory),
      catalog_(catalog),
      options_(std::move(options)),
      writer_(directory.warc_path(), clock, std::move(ids), options_.writer),
      thread_([this] { run(); }) {}

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

std::uint64_t Recorder::put(Job job) {
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

void Recorder::wait_written(std::uint64_t visit) {
  std::unique_lock lock(mutex_);
  const auto written = [&] { return error_ || given_ - waiting_ >= visit; };
  if (written()) return;
  awaited_ = true;
  work_.notify_one();
  changed_.wait(lock, written);
}

std::uint64_t Recorder::record(VisitRecord visit) {
  const std::uint64_t weight = weight_of(visit);
  return put({.visit = std::move(visit), .weight = weight});
}

void Recorder::record(DnsRecord dns) { put({.dns = std::move(dns), .weight = 512}); }

std::optional<Error> Recorder::error() const {
  std::lock_guard lock(mutex_);
  return error_;
}

Result<void> Recorder::flush() {
  std::unique_lock lock(mutex_);
  flushing_ = true;
  work_.notify_one();
  changed_.wait(lock, [&] { return error_ || (jobs_.empty() && !busy_ && !flushing_); });
  if (error_) return *error_;
  return {};
}

Result<void> Recorder::close() {
  auto flushed = flush();
  {
    std::lock_guard lock(mutex_);
    closing_ = true;
    work_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
  if (!flushed) return flushed;
  auto finished = [&]() -> Result<void> {
    TRY(writer_.close());
    return finish_file();
  }();
  return finished;
}

void Recorder::run() {
  using Clock = std::chrono::steady_clock;
  auto group_began = Clock::now();
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto due = group_began + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(options_.group_seconds));
    const auto ready = [&] { return !jobs_.empty() || flushing_ || closing_; };
    dozing_ = true;
    work_.wait_for(lock, kDoze, [&] {
      return awaited_ || flushing_ || closing_ || error_ || waiting_ >= options_.unwritten / 2;
    });
    dozing_ = false;
    awaited_ = false;
    if (group_visits_ > 0 || !batch_.captures.empty())
      work_.wait_until(lock, due, ready);
    else
      work_.wait(lock, ready);
    if (error_ || (closing_ && jobs_.empty() && !flushing_)) return;

    std::deque<Job> jobs;
    jobs.swap(jobs_);
    const bool flushing = flushing_;
    busy_ = true;
    lock.unlock();
    Result<void> done;
    for (Job& job : jobs) {
      if (group_visits_ == 0) group_began = Clock::now();
      done = write(job);
      if (!done) break;
      {
        std::lock_guard again(mutex_);
        weight_ -= job.weight;
        --waiting_;
        if (waiting_ <= options_.unwritten / 2 && weight_ <= options_.unwritten_bytes)
          room_.notify_all();
        changed_.notify_all();
      }
      if (group_bytes_ >= options_.group_bytes) done = acknowledge();
      if (!done) break;
    }
    if (done && (flushing || Clock::now() >= due)) done = acknowledge();
    lock.lock();
    busy_ = false;
    if (!done) error_ = std::move(done).error();
    if (flushing && jobs_.empty()) flushing_ = false;
    if (error_) room_.notify_all();
    changed_.notify_all();
  }
}

Result<void> Recorder::write(Job& job) {
  return job.visit ? write_visit(*job.visit) : write_dns(*job.dns);
}

Result<void> Recorder::write_visit(VisitRecord& visit) {
  using Kind = VisitRecord::Kind;
  const bool asked = !visit.request.empty();
  const std::string metadata_id = writer_.new_id();
  const std::string request_id = asked ? writer_.new_id() : "";
  std::vector<std::string> others;
  if (asked) others.push_back(request_id);
  if (visit.kind != Kind::None) others.push_back(visit.id);
  TRY(append({.type = warc::Type::Metadata,
              .id = metadata_id,
              .date = visit.at,
              .target_uri = visit.url,
              .content_type = std::string(warc::kWarcFields),
              .block = visit.metadata,
              .concurrent_to = others},
             nullptr));
  if (asked) {
    std::vector<std::string> to = {metadata_id};
    if (visit.kind != Kind::None) to.insert(to.begin(), visit.id);
    TRY(append({.type = warc::Type::Request,
                .id = request_id,
                .date = visit.at,
                .target_uri = visit.url,
                .content_type = std::string(warc::kHttpRequest),
                .block = visit.request,
                .concurrent_to = to,
                .ip_address = visit.ip},
               nullptr));
  }
  if (visit.kind != Kind::None) {
    std::string_view message = TRY(visit.response->bytes());
    warc::Draft draft{.type = warc::Type::Response,
                      .id = visit.id,
                      .date = visit.at,
                      .target_uri = visit.url,
                      .content_type = std::string(warc::kHttpResponse),
                      .block = message,
                      .concurrent_to = {metadata_id},
                      .ip_address = visit.ip,
                      .truncated = visit.truncated};
    if (asked) draft.concurrent_to.insert(draft.concurrent_to.begin(), request_id);
    if (!visit.protocol.empty()) draft.extra.emplace_back("WARC-Protocol", visit.protocol);
    if (!visit.cipher.empty()) draft.extra.emplace_back("WARC-Cipher-Suite", visit.cipher);
    if (visit.kind != Kind::NotModified)
      draft.payload_digest = warc::labelled(Algorithm::Sha256, visit.answer.sha256);
    if (visit.kind != Kind::Response) {
      draft.type = warc::Type::Revisit;
      draft.block = message.substr(0, visit.head);
      draft.profile = visit.kind == Kind::Identical ? warc::kIdenticalPayload : warc::kNotModified;
      draft.refers_to = visit.refers_to;
      draft.refers_to_uri = visit.refers_to_url;
      draft.refers_to_date = visit.refers_to_at;
      if (visit.kind == Kind::Identical) draft.truncated = "length";
    }
    TRY(append(std::move(draft), &visit.answer));
  }
  ++group_visits_;
  if (visit.log_line.empty() || options_.log_path.empty()) return {};
  return write_log(visit.log_line + "\n");
}

// Right after its records: a kill loses one line at most.
Result<void> Recorder::write_log(const std::string& line) {
  if (!log_) {
    FileSink log = TRY(FileSink::append(options_.log_path));
    log_.emplace(std::move(log));
  }
  return log_->write(line);
}

Result<void> Recorder::write_dns(const DnsRecord& dns) {
  const std::string text = dns_text(dns);
  return append(
      {.type = warc::Type::Resource,
       .id = writer_.new_id(),
       .date = dns.at,
       .target_uri = "dns:" + dns.host,
       .content_type = "text/dns",
       .block = text,
       .payload_digest = warc::labelled(Algorithm::Sha256, digest_of(Algorithm::Sha256, text))},
      nullptr);
}

// Writes a record and remembers its rows.
Result<void> Recorder::append(warc::Draft draft, const Answer* known) {
  const std::string_view block = draft.block;
  // A visit begins with its metadata record, and lies in one file.
  const bool first = draft.type == warc::Type::Metadata || draft.type == warc::Type::Resource;
  using Roll = archive::WarcWriter::Roll;
  auto written = writer_.write(std::move(draft), first ? Roll::May : Roll::MayNot);
  if (!written) return std::move(written).error();
  if (written->file != file_) {
    TRY(acknowledge());
    TRY(finish_file());
    TRY(begin_file(written->file));
  }
  group_bytes_ += written->length;
  const ingest::Item item = item_of(*written, block);
  std::optional<ingest::Known> payload;
  if (known != nullptr && item.record.type() == warc::Type::Response) {
    payload =
        ingest::Known{known->sha256, known->payload, known->document ? &*known->document : nullptr};
  }
  ingest::analyse(item, batch_.file, batch_, payload ? &*payload : nullptr);
  batch_.progress = written->offset + written->length;
  ++batch_.records;
  return {};
}

Result<void> Recorder::begin_file(const std::string& name) {
  file_ = name;
  catalog::File begun =
      TRY(catalog_.begin_file({.name = name, .format = "warc", .compression = "gzip"}));
  batch_ = {};
  batch_.file = begun.id();
  batch_.records = 1;
  ingest::analyse(item_of(writer_.warcinfo().where, writer_.warcinfo().block), batch_.file, batch_);
  return {};
}

Result<void> Recorder::finish_file() {
  if (file_.empty()) return {};
  const FileSource whole = TRY(FileSource::open(directory_.warc_path(file_)));
  const std::string sha256 = TRY(sha256_of(whole));
  TRY(catalog_.finish_file(catalog::file_id(file_), whole.size(), sha256));
  file_.clear();
  return {};
}

// First the records, then the rows that point to them, then whoever waits to hear of it.
Result<void> Recorder::acknowledge() {
  if (group_bytes_ == 0) return {};
  TRY(writer_.sync());
  TRY(catalog_.commit(batch_));
  catalog::Batch next;
  next.file = batch_.file;
  next.progress = batch_.progress;
  next.records = batch_.records;
  batch_ = std::move(next);
  acknowledged_ += group_visits_;
  const std::uint64_t visits = group_visits_;
  group_bytes_ = 0;
  group_visits_ = 0;
  if (options_.on_acknowledged) options_.on_acknowledged(visits);
  struct statvfs disk {};
  if (options_.free_disk > 0 && ::statvfs(directory_.path().c_str(), &disk) == 0) {
    const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
    if (free < options_.free_disk)
      return Error{Errc::Limit,
                   fmt::format("{} has {} free, less than --free-disk {}", directory_.path(),
                               human_bytes(free), human_bytes(options_.free_disk))};
  }
  return {};
}

}  // namespace asof::crawl
