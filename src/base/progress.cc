#include "base/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/printable.h"
#include "base/text.h"

namespace asof {
namespace {

constexpr std::size_t kBar = 24;

}  // namespace

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string human_duration(double seconds) {
  auto s = static_cast<std::uint64_t>(std::max(0.0, seconds) + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

Progress::Progress(Unit unit)
    : unit_(unit),
      terminal_(isatty(STDERR_FILENO) != 0),
      started_(std::chrono::steady_clock::now()),
      last_(started_) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

void Progress::show(std::string_view what, std::uint64_t done, std::uint64_t total) {
  if (!terminal_) return;
  auto now = std::chrono::steady_clock::now();
  std::string_view phase = what.substr(0, what.find(' '));
  if (phase != phase_) {
    phase_ = phase;
    phase_start_ = done;
    started_ = now;
  } else if (now - last_ < std::chrono::milliseconds(100)) {
    return;
  }
  last_ = now;
  double elapsed = std::chrono::duration<double>(now - started_).count();
  double rate =
      elapsed > 0 ? static_cast<double>(done - std::min(done, phase_start_)) / elapsed : 0;
  std::string amount = unit_ == Unit::Bytes ? human_bytes(done) : with_commas(done);
  std::string line;
  if (total > 0) {
    double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    auto full = static_cast<std::size_t>(share * kBar);
    std::string bar;
    for (std::size_t i = 0; i < kBar; ++i) bar += i < full ? "█" : "░";
    std::string left =
        rate > 0 && elapsed > 1
            ? human_duration(static_cast<double>(total - std::min(done, total)) / rate) + " left"
            : "";
    line = fmt::format("{} {:3.0f}% {} {}", bar, share * 100, amount, left);
  } else {
    line = amount;
  }
  std::size_t room = terminal_width();
  std::string name(
      what.substr(0, room > line.size() + 2 ? room - std::min(room, line.size()) : 20));
  // A terminal that went away is no reason to stop.
  std::fputs(fmt::format("\r\x1b[K{} {}", line, printable(name)).c_str(), stderr);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace asof
