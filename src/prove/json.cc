#include "base/text.h"
#include "prove/words.h"

namespace asof::prove {
namespace {

json::Object record_of(const catalog::Capture& capture, const std::string& file) {
  return json::Object{{"url", capture.url},
                      {"at", capture.at},
                      {"file", file},
                      {"offset", capture.where.offset},
                      {"length", capture.length},
                      {"record", capture.record_id},
                      {"status", capture.status},
                      {"mime", capture.mime},
                      {"digest", capture.digest},
                      {"sha256", hex(capture.sha256)}};
}

json::Object json_of(const Ground& ground) {
  json::Object out = record_of(ground.capture, ground.file);
  out.add("says", ground.says).add("shows", name_of(ground.look.shown));
  if (!ground.look.excerpt.empty()) out.add("excerpt", ground.look.excerpt);
  if (!ground.look.places.empty()) out.add("places", json::array_of(ground.look.places));
  if (!ground.look.reason.empty()) out.add("reason", ground.look.reason);
  if (ground.original) out.add("original", record_of(*ground.original, ground.original_file));
  return out;
}

json::Object json_of(const Proof& proof, const Part& part) {
  json::Object out{{"from", part.stretch.span.from},
                   {"until", part.stretch.span.until},
                   {"verdict", name_of(part.verdict)},
                   {"grade", name_of(part.stretch.basis)}};
  const auto side = [&](const std::optional<std::size_t>& sighting) {
    return sighting ? json::Value(proof.ground(*sighting).capture.at) : json::Value(nullptr);
  };
  out.add("before", side(part.stretch.before)).add("after", side(part.stretch.after));
  if (part.likely != Likely::Nothing)
    out.add("likely", part.likely == Likely::Present ? "present" : "absent");
  return out;
}

}  // namespace

json::Object json_of(const Proof& proof) {
  // The least that any part is known by.
  Basis least = Basis::Proven;
  for (const Part& part : proof.parts) least = std::max(least, part.stretch.basis);
  return json::Object{
      {"url", proof.url},
      {"phrase", proof.phrase},
      {"from", proof.question.asked.from},
      {"until", proof.question.asked.until},
      {"verdict", name_of(proof.verdict)},
      {"grade", name_of(least)},
      {"sentence", sentence_of(proof)},
      {"parts",
       json::array_of(proof.parts, [&](const Part& part) { return json_of(proof, part); })},
      {"captures",
       json::array_of(proof.grounds, [](const Ground& ground) { return json_of(ground); })}};
}

}  // namespace asof::prove
