// Assembler: from the captures of a crawl, one after another, to pages and what was seen of them.
// A capture may come whole, as a crawl makes it, or record by record, as a file is read.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/sighting_internal.h"

namespace asof::verify {

// What a revisit calls its original: its record id or, without one, its URL and date.
std::string name_by_id(std::string_view id);
std::string name_by_date(std::string_view url, Instant date);

class Assembler final {
 public:
  // Fills the evidence, whose files the caller lists before their records come.
  explicit Assembler(certificate::Evidence& evidence) : evidence_(evidence) {}

  // The fields of a warcinfo record.
  void describe_crawl(std::string_view warcinfo);
  // The next capture, or a part of one, of the file listed last.
  void take(const capture::Capture& capture);
  // A record that cannot be trusted.
  void blame(const capture::RecordName& record, const std::string& url);
  // The file has no more records.
  void end_file();

  // Names of originals that revisits refer to and that are not in the crawl. Records must not be
  // taken any more.
  std::vector<std::string> missing();
  // An original found elsewhere.
  void found(const std::string& name, certificate::Original original);
  // Gives revisits their originals, and sorts. The last call.
  void finish();

 private:
  struct Place {
    std::size_t page = 0;
    std::size_t sighting = 0;
  };
  struct Referring {
    Place from;
    std::string name;  // of the original; empty where the record names none
  };

  using Exchange = capture::Exchange;

  certificate::Locator locator(const capture::RecordName& record) const;
  void take_notes(const capture::Capture& capture);
  void take_answer(const capture::Capture& capture, const Exchange& exchange);
  // A response that is the original of others, though it is no visit to a page.
  void take_other(const capture::Capture& capture, const Exchange& exchange, bool by_date);
  // The visit going by, with its answer or without one.
  void close_visit(const Exchange* answer);
  void add_visit(const Exchange* answer);
  void describe(certificate::PageEvidence& page) const;
  void add(certificate::Sighting sighting, const Exchange* answer);
  bool belongs(const capture::Capture& capture) const;
  void blame(const certificate::Locator& record, const std::string& url, std::string what);
  certificate::Sighting& at(const Place& place);
  const certificate::Original* find_original(const std::string& name);
  void attach(const Referring& referring);

  certificate::Evidence& evidence_;
  std::unordered_map<std::string, std::size_t> pages_;
  std::unordered_map<std::string, Place> responses_;  // of pages, by name
  std::unordered_map<std::string, certificate::Original> others_;
  std::vector<Referring> referring_;
  std::set<std::string> refused_;  // by robots.txt

  // The visit whose records are going by: its notes, without exchanges.
  std::optional<capture::Capture> about_;
  certificate::Validators asked_;
};

}  // namespace asof::verify
