// Assembler: from the records of a crawl, one after another, to pages and what was seen of them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/scanned.h"
#include "verify/sighting_internal.h"

namespace asof::verify {

// What a revisit calls its original: its record id or, without one, its URL and date.
std::string name_by_id(std::string_view id);
std::string name_by_date(std::string_view url, Instant date);

certificate::Original original_of(const Scanned& response);

class Assembler final {
 public:
  // Fills the evidence, whose files the caller lists before their records come.
  explicit Assembler(certificate::Evidence& evidence) : evidence_(evidence) {}

  // The next record, of the file listed last.
  void take(Scanned record);
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

  void take_warcinfo(const Scanned& record);
  void take_metadata(Scanned record);
  void take_answer(const Scanned& record);
  // The visit going by, with its answer or without one.
  void close_visit(const Scanned* answer);
  void add_visit(const Scanned& about, const Scanned* answer);
  void describe(certificate::PageEvidence& page) const;
  void add(certificate::Sighting sighting, const Scanned* answer, const std::string& url);
  bool belongs(const Scanned& record) const;
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

  // The visit whose records are going by.
  std::optional<Scanned> about_;
  TextFields fields_;  // of about_, parts of its text
  certificate::Validators asked_;
};

}  // namespace asof::verify
