// Progress: a bar with rate and time left on standard error, when that is a terminal; else nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace asof {

class Progress final {
 public:
  enum class Unit { Bytes, Count };

  explicit Progress(Unit unit);
  ~Progress();  // wipes the bar
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap to call often: draws ten times a second at most. A total of 0 means unknown.
  void show(std::string_view what, std::uint64_t done, std::uint64_t total);
  void clear();

 private:
  const Unit unit_;
  const bool terminal_;
  bool drawn_ = false;
  std::string phase_;
  std::uint64_t phase_start_ = 0;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point last_;
};

// Columns of the terminal behind standard error; 80 where nobody knows.
std::size_t terminal_width();

// "1 h 5 min", "42 s".
std::string human_duration(double seconds);

}  // namespace asof
