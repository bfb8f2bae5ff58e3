// modules: base url html rewrite
// Addresses by path: what can be read is read the same once written.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "rewrite/path_address.h"

using namespace asof::rewrite;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  if (const auto address = parse_path_address(text)) {
    const auto again = parse_path_address(address->text());
    CHECK(again && *again == *address);
    if (address->form == PathForm::Capture) CHECK(address->period.contains(address->at()));
  }
  if (const auto inner = inner_wayback(text)) CHECK(inner->url.size() < size + 2);
  return 0;
}
