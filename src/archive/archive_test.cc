#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "archive/directory.h"
#include "archive/recover.h"
#include "archive/warc_writer.h"
#include "archive/zip.h"
#include "base/file.h"
#include "base/text.h"
#include "codec/gzip.h"
#include "codec/zstd.h"
#include "support/result.h"
#include "support/temp_dir.h"
#include "warc/check.h"
#include "warc/compression.h"
#include "warc/reader.h"

namespace asof::archive {
namespace {

using test::read_file;
using test::TempDir;
using test::write_file;

class FixedClock final : public Clock {
 public:
  Instant now() const override { return *parse_iso8601("2026-11-15T09:30:00Z"); }
};

TEST(Directory, ListsEveryNameItUsesAsTheDocumentDoes) {
  std::vector<std::string> listed;
  for (const Member& member : members()) listed.emplace_back(member.name);
  const std::string page =
      test::must(read_whole(std::string(ASOF_SOURCE) + "/docs/formats/archive.md", 1 << 20));
  std::vector<std::string> documented;
  const std::size_t from = page.find("    DIR/\n");
  ASSERT_NE(from, std::string::npos);
  for (const std::string_view line : split(std::string_view(page).substr(from + 9), '\n')) {
    if (!line.starts_with("      ")) break;
    documented.emplace_back(trim(line.substr(0, line.find("  ", 6))));
  }
  EXPECT_EQ(documented, listed);

  TempDir dir;
  const auto archive = Directory::open(dir.path().string(), Directory::Access::Write);
  ASSERT_TRUE(archive);
  for (const std::string& path :
       {archive->warc_path(), archive->log_path(), archive->crawl_path(),
        archive->certificate_path(), archive->catalog_path(), archive->contact_path(),
        archive->render_path(), archive->advertisements_path(), archive->hand_weights_path()}) {
    const std::string name(file_name(path));
    EXPECT_TRUE(std::ranges::count(listed, name) + std::ranges::count(listed, name + "/") == 1)
        << name;
  }
  EXPECT_EQ(archive->crawl_path("a.json"), dir.path().string() + "/crawls/a.json");
}

TEST(Directory, IsRemovedWhereNothingCameIntoIt) {
  TempDir dir;
  const std::string path = (dir / "a").string();
  { ASSERT_TRUE(Directory::open(path, Directory::Access::Write)); }
  write_file(dir / "a/warc/x.warc", "x");
  remove_if_empty(path);
  EXPECT_TRUE(exists(path + "/warc/x.warc"));
  ASSERT_TRUE(remove_file(path + "/warc/x.warc"));
  remove_if_empty(path);
  EXPECT_FALSE(exists(path));
}

TEST(Directory, LinksOrCopiesAndNeverTouchesTheOriginal) {
  TempDir temp;
  std::string original = write_file(temp / "a.warc", "bytes");
  auto directory = Directory::open((temp / "archive").string(), Directory::Access::Write);
  ASSERT_TRUE(directory);
  for (auto how : {Directory::How::Link, Directory::How::Copy}) {
    auto made = directory->adopt(original, Directory::Place::Warc, how);
    ASSERT_TRUE(made) << made.error().what;
    EXPECT_TRUE(*made);
    EXPECT_EQ(read_file(directory->warc_path("a.warc")), "bytes");
    auto again = directory->adopt(original, Directory::Place::Warc, how);
    EXPECT_TRUE(again && !*again);
    EXPECT_TRUE(directory->release("a.warc", Directory::Place::Warc));
    EXPECT_EQ(read_file(original), "bytes");
  }
}

TEST(Directory, RefusesAnotherFileOfTheSameName) {
  TempDir temp;
  auto directory = Directory::open((temp / "archive").string(), Directory::Access::Write);
  write_file(temp / "one/a.warc", "one");
  write_file(temp / "two/a.warc", "two");
  ASSERT_TRUE(directory->adopt((temp / "one/a.warc").string(), Directory::Place::Warc,
                               Directory::How::Link));
  auto second = directory->adopt((temp / "two/a.warc").string(), Directory::Place::Warc,
                                 Directory::How::Link);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Errc::Invalid);
}

TEST(Directory, TakesNobodysFilesForItsOwnUnfinishedOnes) {
  for (const auto& [path, name] :
       {std::pair("a/b.warc.gz", "b.warc.gz"), std::pair("b.warc.gz.open", "b.warc.gz"),
        std::pair("/x/b.warc.gz.part.open", "b.warc.gz"), std::pair(".open", "unnamed"),
        std::pair("open", "open")})
    EXPECT_EQ(held_name(path), name);
  TempDir temp;
  auto directory = Directory::open((temp / "archive").string(), Directory::Access::Write);
  const std::string theirs = (temp / "c.warc.gz.open").string();
  write_file(theirs, "whatever it is");
  ASSERT_TRUE(directory->adopt(theirs, Directory::Place::Warc, Directory::How::Link));
  EXPECT_EQ(*directory->names(Directory::Place::Warc), std::vector<std::string>{"c.warc.gz"});
  // A link that has such a name all the same.
  std::filesystem::create_symlink(theirs, directory->warc_path("d.warc.gz.open"));
  ASSERT_TRUE(recover(*directory));
  EXPECT_EQ(read_file(theirs), "whatever it is");
  EXPECT_TRUE(exists(directory->warc_path("d.warc.gz.open")));
}

TEST(Directory, HasOneWriterAndForgetsUnfinishedCopies) {
  TempDir temp;
  std::string path = (temp / "archive").string();
  {
    auto first = Directory::open(path, Directory::Access::Write);
    ASSERT_TRUE(first);
    auto second = Directory::open(path, Directory::Access::Write);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, Errc::Busy);
    write_file(first->warc_path("b.warc.part"), "half");
    EXPECT_TRUE(first->names(Directory::Place::Warc)->empty());
  }
  ASSERT_TRUE(Directory::open(path, Directory::Access::Write));
  EXPECT_FALSE(exists(path + "/warc/b.warc.part"));
}

TEST(WarcWriter, KnowsTheDigestOfEachFileHoweverSmall) {
  TempDir temp;
  FixedClock clock;
  WarcWriter writer(temp.path().string(), clock, warc::seeded_ids(3), {.roll_at = 1});
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(writer.open());
    ASSERT_TRUE(writer.open());  // a file with nothing but its warcinfo is not full
    const auto at = writer.write({.date = clock.now(),
                                  .target_uri = "http://example.org/" + std::to_string(i),
                                  .content_type = std::string(warc::kHttpResponse),
                                  .block = "HTTP/1.1 200 OK\r\n\r\n"});
    ASSERT_TRUE(at) << at.error().what;
    ASSERT_TRUE(writer.close());
    ASSERT_TRUE(writer.closed());
    EXPECT_EQ(writer.closed()->file, at->file);
    const auto file = FileSource::open((temp / at->file).string());
    ASSERT_TRUE(file);
    EXPECT_EQ(writer.closed()->size, file->size());
    EXPECT_EQ(writer.closed()->sha256, *sha256_of(*file));
  }
  EXPECT_EQ(list_files(temp.path().string())->size(), 4u);
}

TEST(WarcWriter, WritesSeveralRecordsAtOnce) {
  TempDir temp;
  FixedClock clock;
  WarcWriter writer(temp.path().string(), clock, warc::seeded_ids(3), {});
  ASSERT_TRUE(writer.open());
  warc::Encoder encoder(writer.encoding());
  std::vector<Encoded> records(3);
  for (std::size_t i = 0; i < records.size(); ++i)
    records[i].bytes = encoder.encode({.id = "urn:uuid:" + std::to_string(i),
                                       .date = clock.now(),
                                       .target_uri = "http://example.org/",
                                       .content_type = std::string(warc::kHttpResponse),
                                       .block = "HTTP/1.1 200 OK\r\n\r\n",
                                       .warcinfo_id = writer.warcinfo_id()},
                                      &records[i].head);
  const auto written = writer.append(std::span<const Encoded>(records));
  ASSERT_TRUE(written) << written.error().what;
  ASSERT_EQ(written->size(), 3u);
  for (std::size_t i = 1; i < 3; ++i)
    EXPECT_EQ((*written)[i].offset, (*written)[i - 1].offset + (*written)[i - 1].length);
  ASSERT_TRUE(writer.close());
  const auto file = FileSource::open((temp / written->front().file).string());
  ASSERT_TRUE(file);
  EXPECT_EQ(warc::check(*file, nullptr)->records, 4u);
  EXPECT_TRUE(warc::check(*file, nullptr)->sound());
}

TEST(WarcWriter, RollsOverAndEndsInFilesThatCheck) {
  TempDir temp;
  FixedClock clock;
  WarcWriter writer(temp.path().string(), clock, warc::seeded_ids(3),
                    {.prefix = "T", .roll_at = 2000, .about = {{"software", "asof"}}});
  std::string block = "HTTP/1.1 200 OK\r\n\r\n";
  for (int i = 0; i < 500; ++i) block += std::to_string(i * 7919 % 1000);
  for (int i = 0; i < 9; ++i) {
    auto at = writer.write({.date = clock.now(),
                            .target_uri = "http://example.org/" + std::to_string(i),
                            .content_type = std::string(warc::kHttpResponse),
                            .block = block});
    ASSERT_TRUE(at) << at.error().what;
    ASSERT_TRUE(writer.sync());
    // Whatever is open is whole up to its last record.
    auto open = FileSource::open((temp / (at->file + ".open")).string());
    ASSERT_TRUE(open) << open.error().what;
    EXPECT_TRUE(warc::check(*open, nullptr)->sound());
    EXPECT_EQ(open->size(), at->offset + at->length);
  }
  ASSERT_TRUE(writer.close());
  auto files = list_files(temp.path().string());
  EXPECT_GE(files->size(), 3u);
  std::uint64_t records = 0;
  for (const std::string& name : *files) {
    EXPECT_TRUE(name.ends_with(".warc.gz")) << name;
    auto file = FileSource::open((temp / name).string());
    auto verdict = warc::check(*file, nullptr);
    EXPECT_TRUE(verdict->sound());
    records += verdict->records;
  }
  EXPECT_EQ(records, 9 + files->size());
}

std::string page(int number) {
  std::string block = "HTTP/1.1 200 OK\r\n\r\n<html><head><title>Page</title></head>";
  for (int i = 0; i < 300; ++i) block += "<p>" + std::to_string(number * i * 7919 % 1000);
  return block;
}

std::string dictionary_of_pages() {
  std::string bytes;
  std::vector<std::size_t> sizes;
  for (int i = 0; i < 20; ++i) {
    sizes.push_back(page(i).size());
    bytes += page(i);
  }
  return codec::train_dictionary(bytes, sizes).value();
}

// Two files of zstd frames, the second with a dictionary; where each record of it begins and ends.
struct ZstdFiles {
  TempDir temp;
  std::string plain, with;  // names
  std::vector<std::uint64_t> begins, ends;

  ZstdFiles() {
    FixedClock clock;
    WarcWriter writer(temp.path().string(), clock, warc::seeded_ids(3),
                      {.prefix = "T", .encoding = {.compression = warc::Compression::Zstd}});
    const auto write = [&](int number) {
      const std::string block = page(number);
      return writer
          .write({.date = clock.now(),
                  .target_uri = "http://example.org/" + std::to_string(number),
                  .content_type = std::string(warc::kHttpResponse),
                  .block = block})
          .value();
    };
    plain = write(1).file;
    EXPECT_TRUE(writer.use_dictionary(dictionary_of_pages()));
    for (int i = 2; i < 5; ++i) {
      const Written written = write(i);
      with = written.file;
      if (begins.empty()) note(writer.warcinfo().where);
      note(written);
    }
    EXPECT_TRUE(writer.close());
  }
  void note(const Written& written) {
    begins.push_back(written.offset);
    ends.push_back(written.offset + written.length);
  }
};

TEST(WarcWriter, StartsFilesWithTheirDictionary) {
  const ZstdFiles files;
  EXPECT_EQ(files.plain, "T-20261115093000000-00000.warc.zst");
  EXPECT_EQ(files.with, "T-20261115093000000-00001.warc.zst");
  const auto plain = FileSource::open((files.temp / files.plain).string());
  const auto with = FileSource::open((files.temp / files.with).string());
  EXPECT_EQ(*warc::read_dictionary(*plain), "");
  EXPECT_EQ(*warc::read_dictionary(*with), dictionary_of_pages());
  EXPECT_EQ(warc::check(*plain, nullptr)->records, 2u);
  const auto verdict = warc::check(*with, nullptr);
  EXPECT_TRUE(verdict->sound());
  EXPECT_EQ(verdict->records, 4u);
  EXPECT_GT(files.begins[0], 0u);
  warc::Reader reader(*with, nullptr);
  for (const std::uint64_t begin : files.begins) {
    ASSERT_NE(*reader.next(), nullptr);
    EXPECT_EQ(reader.position().offset, begin);
  }
}

TEST(WarcWriter, WritesLongRecordsPieceByPiece) {
  std::string block = "HTTP/1.1 200 OK\r\n\r\n";
  for (unsigned i = 0; block.size() < kLong + 12345; ++i) block += std::to_string(i * 7919 % 1000);
  struct Way {
    warc::Compression compression;
    int level;
  };
  for (const Way way : {Way{warc::Compression::None, 0}, Way{warc::Compression::Gzip, 12},
                        Way{warc::Compression::Gzip, codec::MemberDeflater::kFast},
                        Way{warc::Compression::Zstd, 3}}) {
    TempDir temp;
    FixedClock clock;
    WarcWriter writer(temp.path().string(), clock, warc::seeded_ids(3),
                      {.encoding = {.compression = way.compression, .level = way.level}});
    if (way.compression == warc::Compression::Zstd) {
      ASSERT_TRUE(writer.use_dictionary(dictionary_of_pages()));
    }
    Written written;
    for (const std::string_view one : {std::string_view(block), std::string_view("short")})
      written = *writer.write({.type = warc::Type::Resource,
                               .date = clock.now(),
                               .target_uri = "http://example.org/long",
                               .content_type = "text/plain",
                               .block = one});
    ASSERT_TRUE(writer.close());
    const auto file = FileSource::open((temp / written.file).string());
    EXPECT_EQ(file->size(), written.offset + written.length);
    const auto verdict = warc::check(*file, nullptr);
    EXPECT_TRUE(verdict->sound());
    EXPECT_EQ(verdict->records, 3u);
    EXPECT_EQ(verdict->digests, 3u);
  }
}

TEST(Recover, CutsAFileOfFramesBackToItsLastWholeRecord) {
  const ZstdFiles files;
  const std::string whole = read_file((files.temp / files.with).string());
  TempDir temp;
  const auto directory = Directory::open((temp / "a").string(), Directory::Access::Write);
  // Every byte behind the dictionary, and some inside it: each cut is synced.
  const std::size_t step = 199;
  for (std::size_t cut = 0; cut <= whole.size(); cut += cut + step < files.begins[0] ? step : 1) {
    write_file(directory->warc_path("a.warc.zst.open"), whole.substr(0, cut));
    const auto recovered = recover(*directory);
    ASSERT_TRUE(recovered) << recovered.error().what;
    std::uint64_t end = 0, records = 0;
    for (const std::uint64_t one : files.ends)
      if (one <= cut) {
        end = one;
        ++records;
      }
    ASSERT_EQ(recovered->size(), records == 0 ? 0u : 1u) << cut;
    EXPECT_FALSE(exists(directory->warc_path("a.warc.zst.open"))) << cut;
    if (records == 0) {
      EXPECT_FALSE(exists(directory->warc_path("a.warc.zst"))) << cut;
      continue;
    }
    EXPECT_EQ(recovered->front().records, records) << cut;
    EXPECT_EQ(recovered->front().cut, cut - end) << cut;
    const auto file = FileSource::open(directory->warc_path("a.warc.zst"));
    EXPECT_EQ(file->size(), end);
    ASSERT_TRUE(remove_file(directory->warc_path("a.warc.zst")));
  }
}

TEST(Zip, ReadsWhatItWritesAndFindsBytesInPlace) {
  TempDir temp;
  std::string path = (temp / "a.wacz").string();
  {
    auto zip = ZipWriter::create(path, *parse_digits("20261115093000"));
    ASSERT_TRUE(zip) << zip.error().what;
    ASSERT_TRUE(zip->add("archive/a.warc", "first"));
    ASSERT_TRUE(zip->add("pages/pages.jsonl", std::string(100000, 'p')));
    EXPECT_FALSE(exists(path));
    ASSERT_TRUE(zip->close());
  }
  auto source = FileSource::open(path);
  ASSERT_TRUE(looks_like_zip(*source));
  auto entries = read_zip(*source);
  ASSERT_TRUE(entries) << entries.error().what;
  ASSERT_EQ(entries->size(), 2u);
  EXPECT_EQ((*entries)[0].name, "archive/a.warc");
  EXPECT_TRUE((*entries)[0].stored);
  std::string bytes(5, '\0');
  ASSERT_TRUE(source->read_at((*entries)[0].begin, bytes));
  EXPECT_EQ(bytes, "first");
}

TEST(Zip, CutAnywhereItIsNone) {
  TempDir temp;
  std::string path = (temp / "a.wacz").string();
  auto zip = ZipWriter::create(path, Instant{});
  ASSERT_TRUE(zip->add("archive/a.warc", "first"));
  ASSERT_TRUE(zip->close());
  std::string bytes = read_file(path);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut)
    EXPECT_FALSE(read_zip(MemorySource(std::string_view(bytes).substr(0, cut)))) << cut;
}

TEST(Zip, AbandonedItLeavesNothing) {
  TempDir temp;
  {
    auto zip = ZipWriter::create((temp / "a.wacz").string(), Instant{});
    ASSERT_TRUE(zip->add("a", "b"));
  }
  EXPECT_TRUE(list_files(temp.path().string())->empty());
}

TEST(Zip, ReadsEntriesAsTheyWereBeforeTheyWerePacked) {
  const std::string text(1'000'000, 'x');
  // A gzip member is ten bytes, the deflated ones, and eight more.
  const std::string member = codec::MemberDeflater().deflate(text);
  const MemorySource source(member);
  const ZipEntry whole{.name = "a",
                       .begin = 10,
                       .size = member.size() - 18,
                       .stored = false,
                       .deflated = true,
                       .length = text.size()};
  const auto read = [&](const ZipEntry& entry) {
    std::string out;
    auto done = read_entry(source, entry, [&](std::string_view piece) {
      out += piece;
      return true;
    });
    EXPECT_EQ(done.has_value(), out == text);
    return done ? std::string("right") : done.error().what;
  };
  EXPECT_EQ(read(whole), "right");
  ZipEntry wrong = whole;
  wrong.length = 10;
  EXPECT_EQ(read(wrong), "is longer than the ZIP directory says");
  wrong = whole;
  --wrong.size;
  EXPECT_EQ(read(wrong), "ends too early");
  wrong = whole;
  wrong.deflated = false;
  EXPECT_EQ(read(wrong), "is compressed in a way that WACZ does not have");
}

}  // namespace
}  // namespace asof::archive
