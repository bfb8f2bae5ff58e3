// Evidence for tests, written down in seconds.
#pragma once

#include <string>
#include <vector>

#include "certificate/certify.h"

namespace asof::certificate {

inline Instant second(double at) { return {static_cast<std::int64_t>(at * 1000)}; }
inline Span seconds(double from, double until) { return {second(from), second(until)}; }

inline Content body(const std::string& letters, int status = 200) {
  return {.status = status, .sha256 = letters};
}

inline Sighting whole(double sent, double received, const std::string& letters,
                      const std::string& etag = "") {
  return {.sent = second(sent),
          .received = second(received),
          .answer = Answer::Whole,
          .content = body(letters),
          .validators = {.etag = etag}};
}

inline Sighting gone(double sent, double received, const std::string& letters) {
  auto sighting = whole(sent, received, letters);
  sighting.content.status = 404;
  return sighting;
}

inline Sighting not_modified(double sent, double received, const std::string& etag) {
  return {.sent = second(sent),
          .received = second(received),
          .purpose = Purpose::Revisit,
          .answer = Answer::NotModified,
          .content = {.status = 304},
          .asked = {.etag = etag}};
}

inline Sighting failed(double sent, double received) {
  return {.sent = second(sent), .received = second(received)};
}

inline Sighting audit(Sighting sighting) {
  sighting.purpose = Purpose::Audit;
  return sighting;
}

inline PageEvidence page(std::vector<Sighting> sightings, std::string url = "http://a.example/") {
  return {.url = std::move(url), .sightings = std::move(sightings)};
}

}  // namespace asof::certificate
