#include "warc/check.h"

#include <algorithm>

#include "base/text.h"
#include "warc/check_internal.h"
#include "warc/digest_field.h"
#include "warc/exchange.h"
#include "warc/reader.h"

namespace asof::warc {
namespace {

// One declared digest, verified while the bytes go by.
class DigestCheck final {
 public:
  DigestCheck(std::string_view field, const Record& record, const Complaints& say) : field_(field) {
    std::string_view text = record.find(field);
    if (text.empty()) return;
    present_ = true;
    std::string why;
    declared_ = parse_digest(text, why);
    if (declared_) hasher_.emplace(declared_->algorithm);
    if (!why.empty())
      say.error("digest-format", field_ + " " + why + ": \"" + to_utf8(text.substr(0, 80)) + "\"");
    malformed_ = !why.empty();
  }

  void update(std::string_view bytes) {
    if (hasher_) hasher_->update(bytes);
  }
  bool matches() { return hasher_ && hasher_->finish() == declared_->bytes; }
  bool stated() const { return present_; }
  bool verifiable() const { return declared_.has_value(); }
  bool unknown_algorithm() const { return present_ && !declared_ && !malformed_; }

 private:
  std::string field_;
  std::optional<DeclaredDigest> declared_;
  std::optional<Hasher> hasher_;
  bool present_ = false;
  bool malformed_ = false;
};

bool holds_capture(const Record& record) {
  return record.type() == Type::Response || record.type() == Type::Resource ||
         record.type() == Type::Revisit || record.type() == Type::Conversion;
}

// What a server said of its body and did not keep. The record is none the worse for it.
void check_message(const Record& record, const Exchange& exchange, const Complaints& say) {
  if (record.type() != Type::Response || record.has("WARC-Truncated") ||
      record.has("WARC-Segment-Number"))
    return;
  const BodyFlaw flaw = exchange.body_flaw();
  if (flaw != BodyFlaw::None) say.warn("http-body", std::string(sentence_of(flaw)));
}

class Checker final {
 public:
  Checker(const Source& source, const std::function<void(const Problem&)>& on_problem)
      : on_problem_(on_problem), reader_(source, [this](const Damage& d) { damaged(d); }) {}

  Result<Verdict> run(const std::function<void(std::uint64_t)>& progress) {
    for (;;) {
      const Record* record = TRY(reader_.next());
      if (record == nullptr) break;
      TRY(check_record(*record));
      if (progress) progress(reader_.position().offset);
    }
    ids_.report([this](Problem problem) { say(std::move(problem)); });
    if (verdict_.records == 0 && verdict_.errors == 0)
      say({Severity::Error, {}, "records", "it holds no record"});
    // A compressed file of something else is none of ours; an empty one may be.
    verdict_.recognised =
        verdict_.recognised || (reader_.compressed() && verdict_.errors <= 1 && !foreign_);
    if (verdict_.records > 0 && reader_.compressed() && !reader_.by_record())
      say({Severity::Error,
           {},
           "compression",
           "records are not compressed one by one, so none can be reached by its offset"});
    return verdict_;
  }

 private:
  void say(Problem problem) {
    ++(problem.severity == Severity::Error ? verdict_.errors : verdict_.warnings);
    if (on_problem_) on_problem_(problem);
  }

  void damaged(const Damage& damage) {
    (damage.foreign ? foreign_ : verdict_.recognised) = true;
    say({Severity::Error, damage.where, damage.lost ? "damage" : "line-ends", damage.what});
  }

  Result<void> check_record(const Record& record);
  void check_payload(DigestCheck& decoded, DigestCheck& raw, const Record& record,
                     const Complaints& complain);

  const std::function<void(const Problem&)>& on_problem_;
  Reader reader_;
  RecordIds ids_;
  Verdict verdict_;
  bool foreign_ = false;  // something was met that is nothing of ours
};

Result<void> Checker::check_record(const Record& record) {
  Position where = reader_.position();
  verdict_.recognised = true;
  if (verdict_.format.empty())
    verdict_.format = record.is_arc() ? "ARC" : "WARC/" + to_utf8(record.version().substr(0, 10));
  Complaints complain{[&](std::string_view rule, std::string what) {
                        say({Severity::Error, where, std::string(rule), std::move(what)});
                      },
                      [&](std::string_view rule, std::string what) {
                        say({Severity::Warning, where, std::string(rule), std::move(what)});
                      }};
  check_head(record, complain);

  DigestCheck block("WARC-Block-Digest", record, complain);
  // Tools disagree on whether a payload is digested before or after chunks are undone.
  DigestCheck payload("WARC-Payload-Digest", record, complain);
  DigestCheck chunked("WARC-Payload-Digest", record, {[](auto, auto) {}, [](auto, auto) {}});
  Exchange exchange(record, http::Layer::Payload,
                    [&](std::string_view bytes) { payload.update(bytes); });
  std::uint64_t seen = 0;
  bool http = holds_http_response(record);
  for (;;) {
    std::string_view piece = TRY(reader_.read());
    if (piece.empty()) break;
    block.update(piece);
    exchange.push(piece);
    seen += piece.size();
    if (!http || exchange.response() == nullptr) continue;
    std::uint64_t body = seen - exchange.head_size();
    chunked.update(piece.substr(
        piece.size() - static_cast<std::size_t>(std::min<std::uint64_t>(body, piece.size()))));
  }
  exchange.finish();
  End end = TRY(reader_.finish());
  ++verdict_.records;
  if (holds_capture(record) && !record.period()) ++verdict_.undated;
  if (!end.sound) {
    ++verdict_.cut;
    return {};
  }
  check_message(record, exchange, complain);
  ids_.add(record.id(), where);
  if (!record.is_arc() && end.line_feeds != 2 && end.line_feeds != 0)
    complain.error("line-ends", "the record is followed by " + counted(end.line_feeds, "line end") +
                                    " instead of two");
  if (block.verifiable() && block.matches()) {
    ++verdict_.digests;
  } else if (block.verifiable()) {
    complain.error("block-digest", "the block does not match its WARC-Block-Digest");
  }
  verdict_.stated += std::uint64_t{block.stated()} + std::uint64_t{payload.stated()};
  if (block.unknown_algorithm()) ++verdict_.unverifiable;
  check_payload(payload, chunked, record, complain);
  return {};
}

void Checker::check_payload(DigestCheck& decoded, DigestCheck& raw, const Record& record,
                            const Complaints& complain) {
  bool whole = !record.has("WARC-Truncated") && !record.has("WARC-Segment-Number") &&
               (record.type() == Type::Response || record.type() == Type::Resource ||
                record.type() == Type::Conversion);
  if (decoded.unknown_algorithm()) ++verdict_.unverifiable;
  if (!decoded.verifiable()) return;
  if (!whole) {
    ++verdict_.unverifiable;
  } else if (decoded.matches() || raw.matches()) {
    ++verdict_.digests;
  } else {
    complain.error("payload-digest", "the payload does not match its WARC-Payload-Digest");
  }
}

}  // namespace

Result<Verdict> check(const Source& source, const std::function<void(const Problem&)>& on_problem,
                      const std::function<void(std::uint64_t)>& progress) {
  return Checker(source, on_problem).run(progress);
}

}  // namespace asof::warc
