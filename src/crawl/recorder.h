// Recorder: writes what visits brought to WARC files and to the catalog, on a thread of its own.
//
// Records are appended a few milliseconds after they come, or at once where somebody waits for
// them, and synced in groups; only after its group is on disk are its rows committed to the catalog
// and is a visit acknowledged. record() waits while too much is unwritten. After a failure (a full
// disk, say) nothing more is written; what was acknowledged stays, and error() says why.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "archive/directory.h"
#include "archive/warc_writer.h"
#include "catalog/catalog.h"
#include "crawl/examine.h"
#include "crawl/settings.h"
#include "fetch/spool.h"

namespace asof::crawl {

// One visit, as it is to be written: docs/formats/crawl.md.
struct VisitRecord {
  std::string url;
  Instant at;            // the request was begun
  std::string metadata;  // the body of its metadata record
  std::string request;
  std::string ip;
  std::string protocol;  // "http/1.1"
  std::string cipher;

  enum class Kind : std::uint8_t { None, Response, NotModified, Identical };
  Kind kind = Kind::None;
  std::string id;  // of the answer's record
  std::string truncated;
  std::string refers_to, refers_to_url;  // of revisits
  Instant refers_to_at;
  std::optional<fetch::Spool> response;  // head and body
  std::size_t head = 0;
  Answer answer;  // without links

  std::string log_line;  // for crawl.log; empty: none
};

struct DnsRecord {
  std::string host;
  std::vector<std::string> addresses;
  Instant at;
};

struct RecorderOptions {
  archive::WarcWriterOptions writer;
  std::string log_path;         // of the crawl.log; appended to
  std::uint64_t free_disk = 0;  // bytes that stay free
  std::uint64_t group_bytes = std::uint64_t{4} << 20;
  double group_seconds = 1;  // of real time
  // Visits waiting, at most, and their bytes: a kill loses them, and they are asked for again. As
  // many as come while a group is synced.
  std::size_t unwritten = 256;
  std::uint64_t unwritten_bytes = std::uint64_t{64} << 20;
  // Called on the recorder's thread once the visits are on disk and in the catalog.
  std::function<void(std::uint64_t visits)> on_acknowledged{};
};

class Recorder final {
 public:
  // All must outlive it. The catalog is the recorder's until close().
  Recorder(const archive::Directory& directory, catalog::Catalog& catalog, const Clock& clock,
           warc::IdSource ids, RecorderOptions options);
  ~Recorder();  // stops after what is being written; what waits is lost, as by a kill

  // The visit's number, for wait_written().
  std::uint64_t record(VisitRecord visit);
  void record(DnsRecord dns);
  // The records of that visit are in the file, where only a crash of the machine can lose them; or
  // nothing is written any more.
  void wait_written(std::uint64_t visit);
  // Everything given so far is on disk and in the catalog when it returns.
  Result<void> flush();
  // Ends the files: closed, complete in the catalog.
  Result<void> close();
  // Why it stopped writing. Errc::Full: no room; Errc::Limit: less free than wanted.
  std::optional<Error> error() const;
  std::uint64_t acknowledged() const { return acknowledged_; }

 private:
  struct Job {
    std::optional<VisitRecord> visit;
    std::optional<DnsRecord> dns;
    std::uint64_t weight = 0;
  };
  std::uint64_t put(Job job);
  void run();
  Result<void> write(Job& job);
  Result<void> write_visit(VisitRecord& visit);
  Result<void> write_log(const std::string& line);
  Result<void> write_dns(const DnsRecord& dns);
  Result<void> append(warc::Draft draft, const Answer* known);
  Result<void> acknowledge();
  Result<void> begin_file(const std::string& name);
  Result<void> finish_file();

  const archive::Directory& directory_;
  catalog::Catalog& catalog_;
  const RecorderOptions options_;
  archive::WarcWriter writer_;

  // Of the thread alone, and of close() after it has ended.
  catalog::Batch batch_;
  std::string file_;
  std::optional<FileSink> log_;
  std::uint64_t group_bytes_ = 0;
  std::uint64_t group_visits_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable work_;     // for the thread: there is something to do
  std::condition_variable room_;     // for record(): there is room again
  std::condition_variable changed_;  // for those who wait until something is done
  std::deque<Job> jobs_;
  std::uint64_t weight_ = 0;  // of what waits or is being written
  std::size_t waiting_ = 0;
  std::uint64_t given_ = 0;
  bool busy_ = false;
  bool dozing_ = false;   // the thread lets work gather for a moment
  bool awaited_ = false;  // but somebody waits for it
  bool flushing_ = false;
  bool closing_ = false;
  std::optional<Error> error_;
  std::atomic<std::uint64_t> acknowledged_{0};
  std::thread thread_;
};

}  // namespace asof::crawl
