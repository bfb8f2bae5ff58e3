// What comes in may be anything, and may change while it is read: a clear sentence, exit code 2,
// and nothing half-done.
#include <signal.h>

#include <chrono>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "archive/zip.h"
#include "durability.h"
#include "support/result.h"

namespace asof::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kHole = std::uint64_t{192} << 20;

// A WARC file with one large record, nearly all of it a hole in the file, so that it costs nothing
// to make and takes a while to read.
fs::path write_large(const fs::path& path) {
  const std::string head =
      "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:"
      "00000000-0000-4000-8000-000000000001>\r\nWARC-Date: 2026-11-15T09:30:00Z\r\n"
      "WARC-Target-URI: http://example.org/large\r\nContent-Type: application/octet-stream\r\n"
      "Content-Length: " +
      std::to_string(kHole) + "\r\n\r\n";
  write_file(path, head);
  fs::resize_file(path, head.size() + kHole);
  std::ofstream(path, std::ios::binary | std::ios::app) << "\r\n\r\n";
  return path;
}

// The program under way: started, watched, and ended.
class Running final {
 public:
  Running(const Paths& words, const fs::path& errors) : errors_(errors) {
    Paths all = joined({ASOF_PROGRAM}, words);
    std::vector<char*> arguments;
    for (std::string& word : all) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    child_ = fork();
    CHECK(child_ >= 0);
    if (child_ == 0) {
      dup2(open("/dev/null", O_RDWR), 1);
      dup2(open(errors.c_str(), O_WRONLY | O_CREAT, 0600), 2);
      alarm(120);
      execv(arguments[0], arguments.data());
      _exit(127);
    }
  }
  ~Running() {
    if (child_ > 0) end(SIGKILL);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // Until it has read that many bytes. False when it ended before.
  bool wait_until_read(std::uint64_t bytes) const {
    const std::string counters = "/proc/" + std::to_string(child_) + "/io";
    for (int i = 0; i < 60000; ++i) {
      std::ifstream in(counters);
      std::string label;
      std::uint64_t count = 0;
      if (!(in >> label >> count)) return false;
      if (count > bytes) return true;
      usleep(1000);
    }
    return false;
  }
  void signal(int number) const { kill(child_, number); }
  // Its exit code, or 1000 and the signal that ended it.
  int end(int number = 0) {
    if (number != 0) signal(number);
    int status = 0;
    CHECK(waitpid(child_, &status, 0) == child_);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  std::string said() const { return read_file(errors_); }

 private:
  const fs::path errors_;
  pid_t child_ = -1;
};

bool empty_directory(const fs::path& path) { return !fs::exists(path) || fs::is_empty(path); }

TEST(BadInput, AFileThatShrinksWhileItIsReadIsSaidToHaveShrunk) {
  struct Case {
    const char* name;
    Paths words;
    std::uint64_t read;  // bytes it has read when the file shrinks
  };
  const Case cases[] = {
      {"check", {"check"}, 8 << 20},
      {"index", {"index"}, 8 << 20},
      {"import, while its digest is taken", {"import", "--archive", "ARCHIVE"}, 8 << 20},
      {"import, while records are read", {"import", "--archive", "ARCHIVE"}, kHole + (48 << 20)},
      {"import, while it is copied",
       {"import", "--copy", "--archive", "ARCHIVE"},
       kHole + (16 << 20)},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    TempDir here;
    const fs::path file = write_large(here / "large.warc");
    Paths words = one.words;
    for (std::string& word : words)
      if (word == "ARCHIVE") word = (here / "archive").string();
    Running running(joined(words, {file.string()}), here / "err");
    ASSERT_TRUE(running.wait_until_read(one.read));
    fs::resize_file(file, 1 << 20);
    EXPECT_EQ(running.end(), 2);
    const std::string said = running.said();
    EXPECT_NE(said.find(file.filename().string()), std::string::npos) << said;
    EXPECT_NE(said.find("shrank while it was read"), std::string::npos) << said;
    EXPECT_NE(said.find("offset"), std::string::npos) << said;
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
    EXPECT_TRUE(empty_directory(here / "archive/warc"));
    EXPECT_TRUE(!fs::exists(here / "archive") || dump_of(here / "archive").empty());
  }
}

TEST(BadInput, ASecondWriterIsTurnedAwayAndReadersAreNot) {
  TempDir here;
  const std::string archive = (here / "archive").string();
  const fs::path file = write_large(here / "large.warc");
  const fs::path small = write_file(here / "small.warc", "no matter");
  Running first({"import", "--archive", archive, file.string()}, here / "err");
  ASSERT_TRUE(first.wait_until_read(8 << 20));
  first.signal(SIGSTOP);
  for (const Paths& words : {Paths{"import", "--archive", archive, small.string()},
                             Paths{"reindex", "--archive", archive}}) {
    const Ran second = asof(words);
    EXPECT_EQ(second.code, 2);
    EXPECT_EQ(second.err,
              "asof: " + archive +
                  " is in use by another asof that writes to it; try again when that is done\n");
  }
  EXPECT_EQ(asof({"report", "--archive", archive}).code, 0);
  first.signal(SIGCONT);
  EXPECT_EQ(first.end(), 0) << first.said();
}

// Runs a shell script in a mount namespace of its own; 77 where that is not permitted.
Ran in_own_mounts(const std::string& script, const TempDir& here) {
  return run({.words = {"unshare", "-m", "sh", "-c", script},
              .directory = here.path(),
              .environment = {{"ASOF", ASOF_PROGRAM}}});
}

bool may_mount() {
  TempDir here;
  return in_own_mounts("mount -t tmpfs -o size=64k none . ", here).code == 0;
}

TEST(BadInput, AReadOnlyArchiveCanBeReadAndIsNotWritten) {
  if (!may_mount()) GTEST_SKIP() << "mounting is not permitted here";
  TempDir here;
  const Paths world = write_world(here / "world", 8);
  const std::string archive = (here / "archive").string();
  ASSERT_EQ(asof({"import", "--archive", archive, world[0]}).code, 0);
  const std::string before = dump_of(archive);
  const std::string mounted =
      "mount --bind archive archive && mount -o remount,bind,ro archive && cd / && ";
  for (const std::string& command :
       {"import --archive " + archive + " " + world[1], "reindex --archive " + archive}) {
    const Ran ran = in_own_mounts(mounted + "$ASOF " + command, here);
    EXPECT_EQ(ran.code, 2) << command;
    EXPECT_EQ(ran.err, "asof: cannot open " + archive + "/lock: Read-only file system\n");
  }
  for (const std::string command : {"report --archive ", "export cdxj --archive ",
                                    "extract http://world.example/section/0/page0 --archive "}) {
    const Ran ran = in_own_mounts(mounted + "$ASOF " + command + archive, here);
    EXPECT_EQ(ran.code, 0) << command << ran.err;
    EXPECT_NE(ran.out, "");
  }
  EXPECT_EQ(dump_of(archive), before);
}

TEST(BadInput, AFullDiskIsSaidToBeFullAndWorkGoesOnWhenThereIsRoom) {
  if (!may_mount()) GTEST_SKIP() << "mounting is not permitted here";
  TempDir here;
  const Paths world = write_world(here / "world", 150);
  std::string files;
  for (const std::string& path : world) files += " " + path;
  fs::create_directory(here / "disk");
  for (const std::string flags : {"", "--copy "}) {
    SCOPED_TRACE(flags);
    const Ran ran = in_own_mounts(
        "mount -t tmpfs -o size=300k none disk && cd / && $ASOF import " + flags + "--archive " +
            (here / "disk/a").string() + files + " > " + (here / "first").string() + " 2> " +
            (here / "said").string() + "; echo $?; mount -o remount,size=100m " +
            (here / "disk").string() + " && $ASOF import " + flags + "--archive " +
            (here / "disk/a").string() + files + " > /dev/null; echo $?; cp -r " +
            (here / "disk/a").string() + " " + (here / "grown").string(),
        here);
    EXPECT_EQ(ran.out, "2\n0\n") << ran.err;
    const std::string said = read_file(here / "said");
    EXPECT_TRUE(said.starts_with("asof: ")) << said;
    EXPECT_NE(said.find(here.path().string()), std::string::npos) << said;
    EXPECT_TRUE(said.find("full") != std::string::npos ||
                said.find("No space") != std::string::npos)
        << said;
    ASSERT_EQ(asof(joined({"import", "--archive", (here / "roomy").string()}, world)).code, 0);
    EXPECT_EQ(dump_of(here / "grown"), dump_of(here / "roomy"));
    EXPECT_EQ(leftovers(here / "grown"), Paths());
    fs::remove_all(here / "grown");
    fs::remove_all(here / "roomy");
  }
}

// Every page of a catalog overwritten in turn: nothing crashes, and reindex makes it good again.
TEST(BadInput, ABrokenCatalogIsSaidToBeBrokenAndCanBeMadeAgain) {
  TempDir here;
  const Paths world = write_world(here / "world", 20);
  const std::string archive = (here / "archive").string();
  ASSERT_EQ(asof(joined({"import", "--archive", archive}, world)).code, 0);
  const std::string expected = dump_of(archive);
  const fs::path catalog = here / "archive/catalog.sqlite";
  const std::string sound = read_file(catalog);
  const std::size_t pages = sound.size() / 4096;
  int noticed = 0;
  for (std::size_t page = 0; page < pages; page += 1 + pages / 12) {
    SCOPED_TRACE(page);
    std::string broken = sound;
    for (std::size_t i = 0; i < 4096; ++i) broken[page * 4096 + i] = static_cast<char>(i * 7);
    write_file(catalog, broken);
    for (const Paths& words : {Paths{"report"}, Paths{"export", "cdxj"}, Paths{"import", world[0]},
                               Paths{"extract", "http://world.example/section/1/page1"}}) {
      const Ran ran = asof(joined(words, {"--archive", archive}));
      EXPECT_EQ(ran.signal, 0) << words[0];
      EXPECT_TRUE(ran.code == 0 || ran.code == 2) << words[0] << ran.code;
      if (ran.code == 0) continue;
      ++noticed;
      EXPECT_TRUE(ran.err.starts_with("asof: ")) << ran.err;
      EXPECT_NE(ran.err.find(archive), std::string::npos) << ran.err;
      EXPECT_NE(ran.err.find("reindex"), std::string::npos) << ran.err;
    }
    const Ran again = asof({"reindex", "--archive", archive});
    EXPECT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(dump_of(archive), expected);
  }
  EXPECT_GT(noticed, 8);
}

// archive/ compressed inside a WACZ cannot be read in place; and a WACZ may be cut anywhere.
TEST(BadInput, AWaczThatCannotBeReadInPlaceIsRefused) {
  TempDir here;
  const Paths world = write_world(here / "world", 8);
  const fs::path wacz = world.back();
  std::string bytes = read_file(wacz);
  const std::string archive = (here / "archive").string();
  struct Case {
    const char* name;
    std::string bytes;
    const char* says;
  };
  std::string packed = bytes;
  std::size_t entry = packed.find("PK\x01\x02");
  ASSERT_NE(entry, std::string::npos);
  packed[entry + 10] = 8;  // deflate
  std::string outside = bytes;
  for (std::size_t at = outside.find("archive/"); at != std::string::npos;
       at = outside.find("archive/", at))
    outside.replace(at, 8, "attic!!/");
  const Case cases[] = {
      {"packed.wacz", packed, "is compressed inside the WACZ, which the format forbids"},
      {"outside.wacz", outside, "is a ZIP file, but not a WACZ: it has no archive/"},
      {"half.wacz", bytes.substr(0, bytes.size() / 2), "offset"},
      {"almost.wacz", bytes.substr(0, bytes.size() - 30), "offset"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const std::string file = write_file(here / one.name, one.bytes).string();
    const Ran ran = asof({"import", "--archive", archive, file});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(file), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find(one.says), std::string::npos) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    // check looks into a WACZ as import does; to index it is a damaged file with records in it.
    const Ran checked = asof({"check", file});
    EXPECT_EQ(checked.code, 2);
    EXPECT_NE(checked.err.find(one.says), std::string::npos) << checked.err;
    const Ran indexed = asof({"index", file});
    EXPECT_EQ(indexed.code, 2);
    EXPECT_NE(indexed.err.find(file + " at offset 0"), std::string::npos) << indexed.err;
  }
  EXPECT_FALSE(fs::exists(archive));
}

// Every command that prints, into a pipe nobody reads and onto a device that is full.
TEST(BadInput, OutputThatGoesNowhereEndsQuietlyOrIsSaid) {
  TempDir here;
  const Paths world = write_world(here / "world", 60);
  const std::string archive = (here / "archive").string();
  ASSERT_EQ(asof(joined({"import", "--archive", archive}, world)).code, 0);
  const std::string in = " --archive " + archive;
  const std::string page = "http://world.example/section/1/page1";
  for (const std::string& command :
       {"index " + world[0], "index --unsorted " + world[0], "check --json " + world[0],
        "report --rows 99999" + in, "report --json" + in, "export cdxj" + in,
        "extract " + page + in, "extract --payload " + page + in, "import " + world[0] + in,
        std::string("help"), std::string("help import"), std::string("version")}) {
    SCOPED_TRACE(command);
    const std::string program = ASOF_PROGRAM;
    Ran ran = run({.words = {"bash", "-c",
                             "mkfifo " + (here / "pipe").string() + "; exec 3<>" +
                                 (here / "pipe").string() + "; exec 4>" + (here / "pipe").string() +
                                 " 3<&-; " + program + " " + command + " >&4; code=$?; rm " +
                                 (here / "pipe").string() + "; exit $code"}});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    ran = run({.words = {"bash", "-c", program + " " + command + " > /dev/full"}});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("standard output"), std::string::npos) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    ran = run(
        {.words = {"bash", "-c", "set -o pipefail; " + program + " " + command + " | head -1"}});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    EXPECT_LE(std::count(ran.out.begin(), ran.out.end(), '\n'), 1);
  }
}

}  // namespace
}  // namespace asof::test
