#include <unistd.h>

#include <atomic>
#include <csignal>

#include "cli/interrupt_internal.h"

namespace asof::cli {
namespace {

std::atomic<int> g_signals{0};
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int) {
  if (++g_signals > 1) _exit(13);
}

}  // namespace

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;  // what is being printed is printed; waiting ends all the same
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return g_signals > 0; }

}  // namespace asof::cli
