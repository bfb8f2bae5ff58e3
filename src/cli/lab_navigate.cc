#include <fmt/format.h>

#include "cli/command.h"
#include "cli/lab_shared_internal.h"
#include "cli/shared_internal.h"
#include "lab/navigate_file.h"

namespace asof::cli {

Result<int> run_lab_navigate(const Arguments& arguments) {
  if (arguments.operands().size() != 1)
    return Error{Errc::Invalid, "lab navigate needs one file: asof lab navigate links.json"};
  const std::string& operand = arguments.operands()[0];
  const std::string text = TRY(read_operand(operand));
  auto world = lab::parse_navigate_world(text);
  if (!world) return std::move(world).error().within(operand);
  fmt::print("{}",
             arguments.has("--json") ? lab::navigate_json(*world) : lab::navigate_table(*world));
  return 0;
}

}  // namespace asof::cli
