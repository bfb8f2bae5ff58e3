// gather: the evidence of a crawl, from its WARC files alone (docs/formats/crawl.md).
//
// Of a finished crawl every block and payload digest is computed again, every file hashed. What
// does not match is listed as a fault and not used. Originals of revisits that lie in files of
// earlier crawls are looked up there; those files are listed and hashed as well.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/directory.h"
#include "capture/capture.h"
#include "certificate/evidence.h"
#include "verify/crawl_files.h"

namespace asof::verify {

struct CheckedRecord;

struct GatherOptions {
  // Where originals that are not the crawl's own may lie: these files, else any of the archive's.
  std::optional<std::vector<std::string>> earlier;
  // Called now and then with the file being read, the offset reached and its size.
  std::function<void(std::string_view file, std::uint64_t at, std::uint64_t size)> progress;
};

// Evidence as it comes together: capture by capture as a crawl makes them, or record by record as
// they are read.
class Gathering final {
 public:
  explicit Gathering(std::string crawl);
  ~Gathering();
  Gathering(Gathering&&) noexcept;
  Gathering& operator=(Gathering&&) noexcept;

  // Files come in the order of their names.
  void begin_file(std::string name);
  // The fields of the warcinfo record of the file begun last.
  void describe_crawl(std::string_view warcinfo);
  // The next capture of the file begun last, or a part of it.
  void take(const capture::Capture& capture);
  void take(const CheckedRecord& record);
  // `sha256`: of all its bytes, 32 of them.
  void end_file(std::uint64_t size, std::string_view sha256);
  void blame(std::uint64_t offset, std::string what);  // in the file begun last
  std::uint64_t captures() const;                      // taken, parts counted one by one

  // Looks up the originals that are not the crawl's own. The last call. An Error where a file
  // cannot be read.
  Result<certificate::Evidence> finish(const archive::Directory& directory,
                                       const GatherOptions& options = {}) &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Errc::NotFound where the archive has no file of that crawl; otherwise an Error only where a file
// cannot be read.
Result<certificate::Evidence> gather(const archive::Directory& directory, std::string_view crawl,
                                     const GatherOptions& options = {});

}  // namespace asof::verify
