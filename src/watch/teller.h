// Teller: tells people of changes, in the ways their watch file names. It has a thread of its own,
// so that a command or a server that is slow does not hold up the watch.
//
// What was told stands in the archive's log of news, so that feed and digest are whole after a
// restart. A command or webhook that fails is reported and not tried again later; the feed has it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "watch/news.h"

namespace asof::watch {

class Teller final {
 public:
  // `log` is the path of the log of news. `complain` is called from the thread.
  static Result<std::unique_ptr<Teller>> open(Telling tell, std::string log, const Clock& clock,
                                              std::function<void(const std::string&)> complain);
  ~Teller();  // what waits is told first, within a few seconds each

  // A change that is on disk. Nothing where it matters too little.
  void tell(News news);

 private:
  Teller(Telling tell, std::string log, const Clock& clock,
         std::function<void(const std::string&)> complain);
  void run();
  Result<void> tell_one(const News& news);
  Result<void> write_pages() const;

  const Telling tell_;
  const std::string log_;
  const Clock& clock_;
  const std::function<void(const std::string&)> complain_;
  std::vector<News> recent_;  // of the thread

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<News> waiting_;
  bool ending_ = false;
  std::thread thread_;
};

// Runs a command by the shell with a text as its standard input, for so long at most.
// Errc::Io says how it failed.
Result<void> run_command(const std::string& command, const std::string& input, double seconds);

}  // namespace asof::watch
