// asof verify from outside: what it says, and its exit codes.
#include <gtest/gtest.h>

#include "certificate/json.h"
#include "certificate/page.h"
#include "support/crawl_records.h"
#include "support/process.h"
#include "support/temp_dir.h"
#include "verify/gather.h"

namespace asof::test {
namespace {

constexpr const char* kName = "a.example-20261115093000";

Ran asof(std::vector<std::string> words) {
  words.insert(words.begin(), ASOF_PROGRAM);
  return run({.words = std::move(words)});
}

// As the program under test calls itself in records.
std::string this_version() {
  std::string text(trim(asof({"--version"}).out));
  return text.replace(text.find(' '), 1, "/");
}

// An archive with one crawl and its certificate; returns the certificate's path.
std::string make_archive(const TempDir& temp, const std::string& software = this_version()) {
  const auto directory = must(
      archive::Directory::open((temp / "archive").string(), archive::Directory::Access::Write));
  const Instant begun = *parse_iso8601("2026-11-15T09:30:00Z");
  CrawlRecords crawl(directory, kName, begun, 1, software);
  const auto kept = crawl.whole({.url = "http://a.example/", .sent = begun}, "hello");
  crawl.identical({.url = "http://a.example/", .sent = {begun.ms + 5000}}, kept);
  crawl.end();
  const auto certificate = certificate::certify(must(verify::gather(directory, kName)));
  return write_file(temp / "archive/certificates" / (std::string(kName) + ".json"),
                    certificate::to_json(certificate))
      .string();
}

TEST(VerifyCommand, AnswersSoundNotSoundOrFailed) {
  const TempDir temp;
  const auto path = make_archive(temp);
  const auto sound = asof({"verify", path});
  EXPECT_EQ(sound.code, 0) << sound.err;
  const auto said =
      path + ": sound\n  1 of 1 pages proven as of 2026-11-15 09:30:00 to 09:30:05 UTC\n";
  EXPECT_EQ(sound.out.substr(0, said.size()), said);
  EXPECT_NE(
      sound.out.find("1 address, 2 answers (without robots.txt and sitemaps); every digest was "
                     "computed again"),
      std::string::npos);
  const auto bytes = read_file(path);
  auto altered = bytes;
  altered[altered.find("09:30:05.000Z")] = '1';
  write_file(path, altered);
  const auto forged = asof({"verify", path});
  EXPECT_EQ(forged.code, 1);
  EXPECT_NE(forged.out.find("NOT SOUND"), std::string::npos) << forged.out;
  const auto machine = asof({"verify", "--json", path});
  EXPECT_EQ(machine.code, 1);
  EXPECT_NE(machine.out.find("\"sound\":false"), std::string::npos) << machine.out;
  const auto elsewhere = asof({"verify", path, "--archive", (temp / "nowhere").string()});
  EXPECT_EQ(elsewhere.code, 2);
  write_file(path, "# Readme\n");
  EXPECT_EQ(asof({"verify", path}).code, 2);
}

TEST(VerifyCommand, ReadsThePageBesideTheCertificate) {
  const TempDir temp;
  const auto path = make_archive(temp);
  const auto page = path.substr(0, path.size() - 5) + ".html";
  std::string text = certificate::page(must(certificate::parse(read_file(path))));
  write_file(page, text);
  EXPECT_EQ(asof({"verify", path}).code, 0);
  text.replace(text.find("1 of 1 pages"), 1, "9");
  write_file(page, text);
  const auto forged = asof({"verify", path});
  EXPECT_EQ(forged.code, 1);
  EXPECT_NE(forged.out.find("the HTML page beside it says something else"), std::string::npos)
      << forged.out;
}

TEST(VerifyCommand, SaysThatThePageOfAnotherVersionWasNotCompared) {
  const TempDir temp;
  const auto path = make_archive(temp, "asof/0.0.1");
  write_file(path.substr(0, path.size() - 5) + ".html", "<p>as pages were once</p>");
  const auto verified = asof({"verify", path});
  EXPECT_EQ(verified.code, 0) << verified.out;
  EXPECT_NE(verified.out.find("was not compared"), std::string::npos) << verified.out;
}

TEST(VerifyCommand, FindsTheArchiveAboveTheCertificateOrWhereItIsTold) {
  const TempDir temp;
  const auto path = make_archive(temp);
  const auto moved = write_file(temp / "elsewhere/certificate.json", read_file(path)).string();
  EXPECT_EQ(asof({"verify", moved}).code, 2);
  EXPECT_EQ(asof({"verify", moved, "--archive", (temp / "archive").string()}).code, 0);
  // A relative path, from the folder of certificates itself.
  EXPECT_EQ(run({.words = {ASOF_PROGRAM, "verify", std::string(kName) + ".json"},
                 .directory = temp / "archive/certificates"})
                .code,
            0);
}

}  // namespace
}  // namespace asof::test
