#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "certificate/certify.h"
#include "page/document.h"
#include "prove/statement_internal.h"

namespace asof::prove {
namespace {

Section records_section(const std::vector<BundledRecord>& records) {
  Section section{.title = "The records"};
  section.paragraphs = {
      "Each capture is a record of a WARC file, the ISO standard for web archives. The records "
      "that "
      "the answer rests on are in records.warc, uncompressed and otherwise byte for byte as they "
      "are in the archive."};
  for (const BundledRecord& record : records) {
    section.lines.push_back(
        fmt::format("{}  {}", iso8601(record.capture.at), printable(record.capture.url)));
    section.lines.push_back("  record   " + printable(record.capture.record_id));
    section.lines.push_back("  digest   " + printable(record.capture.digest));
    section.lines.push_back(fmt::format("  archive  {} at offset {}, {} bytes",
                                        printable(record.file), record.capture.where.offset,
                                        record.capture.length));
    if (!record.file_sha256.empty())
      section.lines.push_back("           whose SHA-256 is " + record.file_sha256);
    section.lines.push_back(
        record.missing.empty() ? fmt::format("  bundle   {}, offset {}", record.name, record.offset)
                               : "  bundle   not there: " + record.missing);
  }
  return section;
}

Section meaning_section() {
  return {
      .title = "What this means, and what it does not say",
      .paragraphs =
          {"Proven: the page was received whole, with the same bytes, before and after the time "
           "asked for. Attested: on one side it is the server's word that nothing had changed, "
           "and a random share of its answers was checked. Captured: the page was received at "
           "that very time. Anything less is called unknown.",
           fmt::format("All of this assumes that {}. It says what the server sent to the archive; "
                       "other visitors may have been sent something else.",
                       certificate::kAssumption),
           "Times are those of the clock of the machine that made the captures.",
           "The text is that of the page as it was sent, without what its markup hides. Spaces "
           "are counted as one, soft hyphens and other characters that are never seen are left "
           "out, and letters are compared in Unicode's form NFC. Scripts were not run and style "
           "sheets were not applied: they can add or hide text."},
      .lines = {}};
}

Section check_section(const std::vector<BundledRecord>& records) {
  Section section{.title = "How to check this without asof"};
  section.paragraphs = {
      "Every step needs common tools only: sha256sum, any tool that reads WARC files (here warcio, "
      "from the Webrecorder project), and grep."};
  section.lines = {"sha256sum -c SHA256SUMS           nothing in this bundle was altered",
                   "warcio check records.warc         the digests inside the records are right",
                   "warcio index records.warc         lists the records"};
  for (const BundledRecord& record : records)
    if (record.name == "records.warc" && record.capture.kind != catalog::Kind::Revisit)
      section.lines.push_back(
          fmt::format("warcio extract --payload records.warc {} > page", record.offset));
  section.lines.push_back("grep -F 'the phrase' text-1.txt   finds the phrase, if it is there");
  section.paragraphs.push_back(
      "To compare a record with the archive itself: take the bytes of the WARC file from the "
      "offset "
      "on, decompress them (gzip -dc), and compare them with records.warc. If the archive has a "
      "certificate, 'asof verify' computes it again from the WARC files.");
  return section;
}

}  // namespace

PlainStatement statement_of(const Bundle& bundle, const std::vector<BundledRecord>& records,
                            const std::vector<std::pair<std::string, std::string>>& files) {
  PlainStatement out{.title = "Statement about a phrase on the web", .sections = {}};
  out.sections.push_back({.title = "The answer", .paragraphs = {bundle.sentence}, .lines = {}});
  Section rests{.title = "What it rests on", .paragraphs = {}, .lines = {}};
  for (const std::string_view line : split(bundle.details, '\n'))
    if (!line.empty()) rests.lines.emplace_back(line);
  out.sections.push_back(std::move(rests));
  out.sections.push_back(records_section(records));
  Section certificates{.title = "Certificates", .paragraphs = {}, .lines = {}};
  for (const CertificateFound& one : bundle.certificates)
    certificates.lines.push_back(fmt::format("{}  {}  SHA-256 {}", one.name, one.says, one.sha256));
  if (certificates.lines.empty())
    certificates.paragraphs = {"No certificate of the archive covers these captures."};
  out.sections.push_back(std::move(certificates));
  Section contents{.title = "The files beside this statement",
                   .paragraphs = {bundle.about_pictures},
                   .lines = {}};
  for (const auto& [name, bytes] : files) contents.lines.push_back(name);
  for (const Picture& picture : bundle.pictures) contents.lines.push_back(picture.name);
  out.sections.push_back(std::move(contents));
  out.sections.push_back(meaning_section());
  out.sections.push_back(check_section(records));
  out.sections.push_back(
      {.title = "Made by",
       .paragraphs = {fmt::format("{}, {}", bundle.software, iso8601_seconds(bundle.made))},
       .lines = {}});
  return out;
}

std::string as_text(const PlainStatement& statement) {
  std::string out = statement.title + "\n";
  for (const Section& section : statement.sections) {
    out += "\n" + section.title + "\n\n";
    for (const std::string& paragraph : section.paragraphs) out += paragraph + "\n";
    if (!section.paragraphs.empty() && !section.lines.empty()) out += "\n";
    for (const std::string& line : section.lines) out += "    " + line + "\n";
  }
  return out;
}

std::string as_html(const PlainStatement& statement) {
  std::string body = "<h1>" + page::escaped(statement.title) + "</h1>\n";
  for (const Section& section : statement.sections) {
    body += "<h2>" + page::escaped(section.title) + "</h2>\n";
    for (const std::string& paragraph : section.paragraphs)
      body += "<p>" + page::escaped(paragraph) + "</p>\n";
    if (section.lines.empty()) continue;
    body += "<pre>";
    for (const std::string& line : section.lines) body += page::escaped(line) + "\n";
    body += "</pre>\n";
  }
  return page::document({.title = statement.title, .body_html = std::move(body)});
}

}  // namespace asof::prove
