// modules: base certificate
//
// Certificates somebody hands us to verify or show. Whatever is accepted can be written again, and
// what was written is read back as the same; it can be shown too.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "certificate/json.h"
#include "certificate/page.h"
#include "certificate/summary.h"

using namespace asof::certificate;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parsed = parse({reinterpret_cast<const char*>(data), size});
  if (!parsed) return 0;
  const auto json = to_json(*parsed);
  const auto again = parse(json);
  CHECK(again.has_value());
  CHECK(to_json(*again) == json);
  CHECK(!page(*parsed).empty());
  CHECK(!summary(*parsed).empty());
  return 0;
}
