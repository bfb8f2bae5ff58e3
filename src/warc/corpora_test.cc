// Every file of the foreign corpora gets from check() the verdict its name or its suite states.
#include <gtest/gtest.h>

#include <map>

#include "base/file.h"
#include "warc/check.h"
#include "warc/reader.h"

namespace asof::warc {
namespace {

enum class Expect { Sound, Unsound, NotAnArchive };

// Files whose name does not say it, and why. docs/conformance-warc.md says more.
const std::map<std::string, Expect> kVerdicts = {
    {"IAH-20080430204825-00000-blackbook.warc.gz", Expect::Sound},
    {"IAH-20080430204825-00000-blackbook.arc.gz", Expect::Sound},
    {"1-1-20110922131213-00000-svc-VirtualBox.arc", Expect::Sound},
    {"invalid-warcfile-encoding-headers.warc.gz", Expect::Sound},  // nothing wrong with it
    {"small_BNF.arc", Expect::Sound},
    {"test-arc-1.0-dashed-fields.arc", Expect::Unsound},  // a length 80 bytes too small
    {"test-arc-1.0-invalid-fields.arc", Expect::Unsound},
    {"bad.arc", Expect::Unsound},
    {"example-bad-non-chunked.warc.gz", Expect::Unsound},  // one member for all records
    {"example-bad.warc.gz.bad", Expect::Unsound},
    {"example-digest.warc", Expect::Unsound},  // planted wrong digests
    {"example-trunc.warc", Expect::Unsound},
    {"example-wrong-chunks.warc.gz", Expect::Unsound},
    {"example-iana.org-chunked.warc", Expect::Sound},
    {"example-resource.warc.gz", Expect::Sound},
    {"example-space-in-target-uri.warc.gz", Expect::Sound},
    {"example-space-in-url.arc", Expect::Unsound},  // 12 bytes short
    {"example-wget-bad-target-uri.warc.gz", Expect::Sound},
    {"example.arc", Expect::Sound},
    {"example.arc.gz", Expect::Sound},
    {"example.warc", Expect::Sound},
    {"example.warc.gz", Expect::Sound},
    {"post-test.warc.gz", Expect::Sound},
    {"corrupted-mid-record.warc.gz.open", Expect::Unsound},
    {"corrupted-trailing-bytes.warc.gz.open", Expect::Unsound},
    {"empty.warc.gz.open", Expect::Unsound},
    {"good.warc.gz.open", Expect::Unsound},  // every record is good; one member for all
    {"single-record.warc.gz.open", Expect::Sound},
    {"skip-non-open.warc.gz", Expect::Unsound},  // one member for all records
    {"test.warc.gz", Expect::Sound},
    {"block-sized-records.warc", Expect::Sound},
    {"block-sized-records.warc.gz", Expect::Sound},
    {"block-sized-records.warc.lz4", Expect::NotAnArchive},
    {"clipped.warc.gz", Expect::Unsound},
    {"clueweb-quirk.warc.gz", Expect::Unsound},
    {"warcfile.warc", Expect::Sound},
    {"warcfile.warc.gz", Expect::Sound},
    {"warcfile.warc.lz4", Expect::NotAnArchive},
};

Expect expected(const std::string& name) {
  auto listed = kVerdicts.find(name);
  if (listed != kVerdicts.end()) return listed->second;
  EXPECT_TRUE(name.starts_with("valid-") || name.starts_with("invalid-")) << name;
  return name.starts_with("valid-") ? Expect::Sound : Expect::Unsound;
}

TEST(Corpora, EveryFileGetsTheVerdictItsSuiteStates) {
  std::size_t files = 0;
  for (const char* folder : {"jwat-warc", "jwat-arc", "warcio", "gowarc", "resiliparse"}) {
    std::string path = std::string(ASOF_SHARED) + "/corpora/" + folder;
    if (!is_directory(path)) GTEST_SKIP() << "SKIPPED: the corpora are not at " << path;
    auto names = list_files(path);
    ASSERT_TRUE(names);
    for (const std::string& name : *names) {
      SCOPED_TRACE(name);
      auto source = FileSource::open(path + "/" + name);
      ASSERT_TRUE(source);
      std::string said;
      auto verdict = check(*source, [&](const Problem& p) {
        said += "  " + std::string(p.severity == Severity::Error ? "error " : "warning ") +
                to_string(p.where) + " " + p.rule + ": " + p.what + "\n";
      });
      ASSERT_TRUE(verdict) << verdict.error().what;
      Expect got = verdict->sound()      ? Expect::Sound
                   : verdict->recognised ? Expect::Unsound
                                         : Expect::NotAnArchive;
      EXPECT_EQ(static_cast<int>(got), static_cast<int>(expected(name)))
          << verdict->records << " records, " << verdict->digests << " digests\n"
          << said;
      ++files;
    }
  }
  EXPECT_GE(files, 62u);
}

// How many records can be read of the damaged files: all that are whole.
TEST(Corpora, EveryReadableRecordOfADamagedFileIsRead) {
  struct Case {
    const char* file;
    std::size_t records;
  };
  for (auto [file, records] : std::initializer_list<Case>{
           {"gowarc/corrupted-mid-record.warc.gz.open", 12},
           {"gowarc/corrupted-trailing-bytes.warc.gz.open", 30},
           {"gowarc/good.warc.gz.open", 50},
           {"warcio/example-trunc.warc", 3},
           {"warcio/example-bad-non-chunked.warc.gz", 6},
           {"jwat-warc/invalid-warcfile-record-then-garbage.warc", 1},
           {"jwat-arc/invalid-arcfile-record-then-garbage.arc", 1},
       }) {
    SCOPED_TRACE(file);
    auto source = FileSource::open(std::string(ASOF_SHARED) + "/corpora/" + file);
    if (!source) GTEST_SKIP() << "SKIPPED: no corpora: " << source.error().what;
    std::string said;
    Reader reader(*source,
                  [&](const Damage& d) { said += to_string(d.where) + " " + d.what + "\n"; });
    std::size_t sound = 0;
    for (;;) {
      auto record = reader.next();
      ASSERT_TRUE(record);
      if (*record == nullptr) break;
      auto end = reader.finish();
      ASSERT_TRUE(end);
      if (end->sound) ++sound;
    }
    EXPECT_EQ(sound, records) << said;
  }
}

}  // namespace
}  // namespace asof::warc
