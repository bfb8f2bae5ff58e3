// asof lab measure: grades captures against the truth.
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/lab_shared_internal.h"
#include "lab/measure_file.h"

namespace asof::cli {

Result<int> run_lab_measure(const Arguments& arguments) {
  if (arguments.operands().size() != 1)
    return Error{Errc::Invalid, "lab measure needs one file: asof lab measure captures.json"};
  const std::string& path = arguments.operands()[0];
  const std::string text = TRY(read_operand(path));
  auto file = lab::parse_measure_file(text);
  if (!file) return std::move(file).error().within(path == "-" ? "standard input" : path);
  const lab::Measured measured = lab::measure(*file);
  if (arguments.has("--json"))
    fmt::print("{}\n", lab::measured_json(*file, measured));
  else
    fmt::print("{}", lab::measured_table(*file, measured));
  return 0;
}

}  // namespace asof::cli
