// Child: a program that runs beside a test, to be watched, signalled or killed.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/process.h"
#include "support/temp_dir.h"

namespace asof::test {

class Child final {
 public:
  // Words and environment of the command count; it is stopped after its timeout.
  explicit Child(const Command& command) {
    const auto out = (scratch_ / "out").string();
    const auto err = (scratch_ / "err").string();
    write_file(out, "");
    write_file(err, "");
    std::vector<char*> words;
    for (const auto& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_ = fork();
    CHECK(pid_ >= 0);
    if (pid_ == 0) {
      const bool ready = dup2(open("/dev/null", O_RDONLY), 0) == 0 &&
                         dup2(open(out.c_str(), O_WRONLY | O_APPEND), 1) == 1 &&
                         dup2(open(err.c_str(), O_WRONLY | O_APPEND), 2) == 2;
      for (const auto& [name, value] : command.environment) setenv(name.c_str(), value.c_str(), 1);
      alarm(command.timeout_seconds);
      if (ready) execvp(words[0], words.data());
      _exit(127);
    }
  }
  ~Child() {
    if (pid_ == 0) return;
    send(SIGKILL);
    wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  std::string out() const { return read_file(scratch_ / "out"); }
  void send(int signal) const { ::kill(pid_, signal); }
  bool ended() {
    if (pid_ == 0) return true;
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) != pid_) return false;
    keep(status);
    return true;
  }
  // Until it has ended.
  Ran wait() {
    int status = 0;
    if (pid_ != 0) {
      CHECK(waitpid(pid_, &status, 0) == pid_);
      keep(status);
    }
    ran_.out = out();
    ran_.err = read_file(scratch_ / "err");
    return ran_;
  }

 private:
  void keep(int status) {
    pid_ = 0;
    ran_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    ran_.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }

  TempDir scratch_;
  pid_t pid_ = 0;
  Ran ran_;
};

}  // namespace asof::test
