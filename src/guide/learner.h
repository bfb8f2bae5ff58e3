// Learner: what an archive knows about its sites, learned in the background and shared by threads.
//
// The first question about a site starts its learning and goes without; later ones get what was
// learned. One thread learns, with a Reader of its own, one site after another. It starts with the
// first question. A site is learned again once its captures have grown by a tenth; until then the
// old knowledge serves. The sites asked for last are kept.
#pragma once

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "guide/site.h"

namespace asof::guide {

class Learner final {
 public:
  explicit Learner(std::string catalog_path, LearnOptions options = {});
  ~Learner();  // gives up what it is learning
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  // Null: not known yet; it will be learned. Safe on any thread, and short.
  std::shared_ptr<const Site> site(const std::string& key);
  // The catalog has been written to: what is known is compared with it when it is asked for next.
  void grown();
  // Waits until a site is learned and up to date; null where that failed: it has no pages, or the
  // catalog cannot be read. For programs that want figures, not for servers.
  std::shared_ptr<const Site> wait_for(const std::string& key);

 private:
  struct Entry {
    std::string key;
    std::shared_ptr<const Site> site;  // null: not learned yet, or nothing to learn
    bool wanted = true;                // to be learned, or compared with the catalog
    bool asked = true;                 // since the catalog grew
  };

  Entry& entry(const std::string& key);
  void run();

  const std::string path_;
  const LearnOptions options_;
  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Entry> entries_;  // the one asked for last in front; guarded by mutex_
  std::thread thread_;        // guarded by mutex_ until it is joined
};

}  // namespace asof::guide
