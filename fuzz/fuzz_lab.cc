// modules: base lab
//
// What people hand the laboratory: worlds, captures to measure, lists of rates. Whatever is
// accepted can be scheduled and measured.
#include <cstddef>
#include <cstdint>
#include <string>

#include "lab/measure_file.h"
#include "lab/world.h"

using namespace asof::lab;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto file = parse_measure_file(text)) measured_json(*file, measure(*file));
  auto world = parse_world(text);
  if (!world) world = world_of_rates(text);
  if (!world || world->pages.size() > 200) return 0;
  for (const char* strategy : {"round-robin", "sharc-online", "sharc-offline", "sharc-multi"})
    (void)make_schedule(*world, {.strategy = strategy, .delay = 1});
  (void)make_schedule(*world, {.strategy = "importance-pattern", .per_period = 1, .periods = 5});
  return 0;
}
