// Interruptions: the first signal asks a command to stop once what is under way is done; the second
// ends the program. The archive is sound either way.
#pragma once

namespace asof::cli {

void catch_signals();
bool interrupted();

}  // namespace asof::cli
