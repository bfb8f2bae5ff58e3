// Recorder: the way of a crawler's captures into an archive: WARC records, rows of the catalog, and
// the evidence for a certificate. It has threads of its own: one writes, in the order captures
// came, and others help it to compress.
//
// Records are appended a few milliseconds after they come, or at once where somebody waits for
// them, and synced in groups; only after its group is on disk are its rows committed to the catalog
// and is a visit acknowledged. record() waits while too much is unwritten. After a failure (a full
// disk, say) nothing more is written; what was acknowledged stays, and error() says why.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "archive/directory.h"
#include "archive/warc_writer.h"
#include "base/spool.h"
#include "base/worker_pool.h"
#include "capture/capture.h"
#include "catalog/writer.h"
#include "keep/dictionary.h"
#include "keep/message.h"
#include "verify/gather.h"

namespace asof::keep {

// A capture on its way into an archive.
struct Delivery {
  capture::Capture capture;
  std::vector<Message> messages;  // one for each exchange
  std::string log_line;           // for crawl.log; empty: none
  bool is_visit = true;           // otherwise it tells of the crawl itself, or of a name looked up
};

struct RecorderOptions {
  archive::WarcWriterOptions writer;
  // The crawl whose evidence is gathered as it is written; empty where some was written before.
  std::string gather;
  std::uint64_t gathered = 65'000;  // captures, at most: more take too much memory
  std::string log_path;             // of the crawl.log; appended to
  std::uint64_t free_disk = 0;      // bytes that stay free
  bool unchunk = false;             // whole answers are written without their chunks
  std::uint64_t group_bytes = std::uint64_t{2} << 20;
  double group_seconds = 1;  // of real time
  // Visits waiting, at most, and their bytes: a kill loses them, and they are asked for again. As
  // many as come while a group is synced and settled.
  std::size_t unwritten = 1024;
  std::uint64_t unwritten_bytes = std::uint64_t{64} << 20;
  // Called on the recorder's thread once the visits are on disk and in the catalog.
  std::function<void(std::uint64_t visits)> on_acknowledged{};
};

class Recorder final {
 public:
  // All must outlive it. The catalog is the recorder's until close().
  Recorder(const archive::Directory& directory, catalog::Writer& catalog, const Clock& clock,
           warc::IdSource ids, RecorderOptions options);
  ~Recorder();  // stops after what is being written; what waits is lost, as by a kill

  // The delivery's number, for wait_written().
  std::uint64_t record(Delivery delivery);
  // The records of that delivery are in the file, where only a crash of the machine can lose them;
  // or nothing is written any more.
  void wait_written(std::uint64_t number);
  // Everything given so far is on disk and in the catalog, and its pages are settled. From any
  // thread. An Error where nothing is written any more.
  Result<void> flush();
  // Everything given is on disk, the files closed and complete in the catalog, which is not
  // settled.
  Result<void> close();
  // After close(): what was written, as evidence; nothing where not all of it was gathered.
  std::optional<verify::Gathering> take_gathered() { return std::exchange(gathering_, {}); }
  // Why it stopped writing. Errc::Full: no room; Errc::Limit: less free than wanted.
  std::optional<Error> error() const;
  std::uint64_t acknowledged() const { return acknowledged_; }
  // Errc::Limit where less is free than wanted.
  Result<void> room() const;

 private:
  struct Job {
    Delivery delivery;
    std::uint64_t weight = 0;

    // From the recorder's threads: the rows, and the records, encoded for the file with that
    // warcinfo record.
    catalog::Batch rows{};
    std::string notes{};
    std::vector<warc::Draft> drafts{};
    std::vector<archive::Encoded> records{};
    std::string warcinfo_id{};
  };
  void run();
  Result<void> write_all(std::deque<Job>& jobs);
  // Encodes jobs of the front; how many.
  Result<std::size_t> encode_some(std::deque<Job>& jobs);
  void prepare(Job& job, std::size_t who);
  void encode(Job& job, std::size_t who);
  Result<void> write(Job& job);
  Result<std::vector<archive::Written>> append(const Job& job);
  // Remembers the rows and the evidence of what was written.
  Result<void> note(Job& job, const std::vector<archive::Written>& written);
  void sample(const Job& job);
  // Once the samples are enough, makes the dictionary for the records that follow.
  Result<void> consider_samples();
  Result<void> write_log();
  Result<void> acknowledge();
  Result<void> settle(bool at_once);
  void begin_file(const std::string& name);
  Result<void> finish_file();

  const archive::Directory& directory_;
  catalog::Writer& catalog_;
  const RecorderOptions options_;
  const warc::IdSource ids_;
  archive::WarcWriter writer_;

  // Of the thread alone, and of close() after it has ended.
  struct Tools {
    warc::Encoder encoder;
    catalog::LinkPacker packer{};
  };
  std::vector<Tools> tools_;        // of each of those who encode
  std::optional<Samples> samples_;  // while a dictionary is to be made
  WorkerPool pool_;
  catalog::Batch batch_;
  std::optional<verify::Gathering> gathering_;
  std::string file_;
  bool told_ = false;  // the catalog knows of it
  std::optional<FileSink> log_;
  std::string log_lines_;  // of visits whose records are written
  std::uint64_t group_bytes_ = 0;
  std::uint64_t group_visits_ = 0;
  std::uint64_t unplaced_ = 0;  // visits whose pages wait to be settled
  std::chrono::steady_clock::time_point settled_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point group_began_;

  mutable std::mutex mutex_;
  std::condition_variable work_;     // for the thread: there is something to do
  std::condition_variable room_;     // for record(): there is room again
  std::condition_variable changed_;  // for those who wait until something is done
  std::deque<Job> jobs_;
  std::uint64_t weight_ = 0;  // of what waits or is being written
  std::size_t waiting_ = 0;
  std::uint64_t given_ = 0;
  bool dozing_ = false;        // the thread lets work gather for a moment
  bool awaited_ = false;       // but somebody waits for it
  std::uint64_t wanted_ = 0;   // by flush(): up to this delivery
  std::uint64_t flushed_ = 0;  // up to this delivery
  bool closing_ = false;
  std::optional<Error> error_;
  std::atomic<std::uint64_t> acknowledged_{0};
  std::thread thread_;
};

}  // namespace asof::keep
