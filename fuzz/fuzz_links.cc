// modules: base url catalog
// Packs of links: whatever unpacks comes back the same through packing.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "catalog/links.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace asof::catalog;
  auto links = unpack_links({reinterpret_cast<const char*>(bytes), size});
  if (!links) return 0;
  auto again = unpack_links(pack_links(*links));
  CHECK(again && *again == *links);
  return 0;
}
