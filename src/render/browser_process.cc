#include "render/browser_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

namespace asof::render {

namespace {

// More than any page's snapshot; a browser that sends more is broken.
constexpr std::size_t kLongestMessage = std::size_t{512} << 20;

Error system_error(const std::string& what) {
  return {Errc::Io, what + ": " + std::strerror(errno)};
}

std::vector<std::string> arguments_of(const std::filesystem::path& program,
                                      const std::filesystem::path& profile, int width, int height) {
  std::vector<std::string> words = {
      program.string(),
      "--headless",
      "--remote-debugging-pipe",
      "--user-data-dir=" + profile.string(),
      "--window-size=" + std::to_string(width) + "," + std::to_string(height),
      // Nothing may reach the network, even what interception does not see: names do not resolve,
      // and whatever is left goes to a proxy nobody runs, loopback included.
      "--host-resolver-rules=MAP * ~NOTFOUND",
      "--proxy-server=127.0.0.1:9",
      "--proxy-bypass-list=<-loopback>",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-default-apps",
      "--disable-domain-reliability",
      "--disable-sync",
      "--no-pings",
      "--no-first-run",
      "--no-default-browser-check",
      "--disable-breakpad",
      "--disable-extensions",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,"
      "SpareRendererForSitePerProcess,IsolateOrigins,site-per-process,BackForwardCache",
      "--disable-site-isolation-trials",
      "--renderer-process-limit=1",
      "--force-device-scale-factor=1",
      "--hide-scrollbars",
      "--mute-audio",
      "--password-store=basic",
      "--use-mock-keychain",
  };
  // Chromium's sandbox refuses to run as root, where it could not drop what it holds. Pages come
  // from an archive and the network is cut; whoever runs this as root has chosen a container.
  if (geteuid() == 0) words.push_back("--no-sandbox");
  words.push_back("about:blank");
  return words;
}

// A shell, because a process forked off several threads may do little else. Signals meant for all
// of a terminal's processes do not reach it. What the browser wrote while it died goes a moment
// later.
[[noreturn]] void become_sweeper(const char* directory, int alive) {
  setpgid(0, 0);
  if (dup2(alive, 0) == 0) {
    execl("/bin/sh", "sh", "-c",
          "read -r nothing; rm -rf -- \"$0\"; [ ! -e \"$0\" ] || { sleep 1; rm -rf -- \"$0\"; }",
          directory, static_cast<char*>(nullptr));
  }
  _exit(127);
}

[[noreturn]] void become_browser(std::vector<char*>& words, int socket) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Without interfaces nothing leaves. Needs privileges; without them the arguments must do.
  [[maybe_unused]] const int alone = unshare(CLONE_NEWNET);
  const int nothing = open("/dev/null", O_RDWR);
  // The copies lose the close-on-exec flag; the socket itself may be 3 or 4 already.
  const int copy = fcntl(socket, F_DUPFD, 10);
  const bool ready = nothing >= 0 && copy >= 0 && dup2(nothing, 0) == 0 && dup2(nothing, 1) == 1 &&
                     dup2(nothing, 2) == 2 && dup2(copy, 3) == 3 && dup2(copy, 4) == 4;
  if (ready) {
    close(copy);
    execv(words[0], words.data());
  }
  _exit(127);
}

// Fields of /proc/PID/stat after the name in brackets, which may hold anything.
struct ProcessTimes {
  pid_t group = 0;
  long ticks = 0;
};
ProcessTimes times_of(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(line.substr(name_end + 1));
  std::string word;
  ProcessTimes times;
  for (int field = 3; fields >> word; ++field) {
    if (field == 5) times.group = static_cast<pid_t>(std::atol(word.c_str()));
    if (field >= 14 && field <= 17) times.ticks += std::atol(word.c_str());
    if (field == 17) break;
  }
  return times;
}

}  // namespace

Result<BrowserProcess> BrowserProcess::start(const std::filesystem::path& program, int width,
                                             int height) {
  std::error_code error;
  std::string profile = (std::filesystem::temp_directory_path(error) / "asof-XXXXXX").string();
  if (error || mkdtemp(profile.data()) == nullptr) return system_error("making a profile");
  const Sweeper sweeper = TRY(sweep_after(profile));
  std::array<int, 2> sockets{};
  // A socket, not a pair of pipes: writing to a browser that died must not raise SIGPIPE.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
    close(sweeper.alive);
    return system_error("making a pipe to the browser");
  }
  std::vector<std::string> arguments = arguments_of(program, profile, width, height);
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) become_browser(words, sockets[1]);
  close(sockets[1]);
  if (child < 0) {
    close(sockets[0]);
    close(sweeper.alive);
    return system_error("starting " + program.string());
  }
  setpgid(child, child);
  fcntl(sockets[0], F_SETFL, O_NONBLOCK);
  return BrowserProcess(child, sockets[0], profile, sweeper);
}

Result<BrowserProcess::Sweeper> BrowserProcess::sweep_after(const std::string& directory) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("making a pipe");
  const pid_t child = fork();
  if (child == 0) become_sweeper(directory.c_str(), ends[0]);
  close(ends[0]);
  if (child < 0) {
    close(ends[1]);
    return system_error("starting a shell");
  }
  return Sweeper{child, ends[1]};
}

BrowserProcess::BrowserProcess(pid_t process, int socket, std::filesystem::path profile,
                               Sweeper sweeper)
    : process_(process), socket_(socket), profile_(std::move(profile)), sweeper_(sweeper) {}

BrowserProcess::BrowserProcess(BrowserProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      socket_(std::exchange(other.socket_, -1)),
      profile_(std::move(other.profile_)),
      sweeper_(other.sweeper_),
      received_(std::move(other.received_)),
      searched_(other.searched_) {}

BrowserProcess::~BrowserProcess() {
  if (process_ < 0) return;
  close(socket_);
  kill(-process_, SIGKILL);
  kill(process_, SIGKILL);
  close(sweeper_.alive);
  for (const pid_t process : {process_, sweeper_.process}) {
    while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

Result<void> BrowserProcess::wait_for(short events, Deadline deadline) {
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return Error{Errc::Limit, "the browser took too long"};
    pollfd waiting{.fd = socket_, .events = events, .revents = 0};
    const int ready = poll(&waiting, 1, static_cast<int>(std::min<long>(left.count(), 60'000)));
    if (ready < 0 && errno != EINTR) return system_error("waiting for the browser");
    if (ready > 0) return {};
  }
}

Result<void> BrowserProcess::read_some() {
  std::array<char, 65'536> buffer;
  const ssize_t got = recv(socket_, buffer.data(), buffer.size(), 0);
  if (got > 0) {
    received_.append(buffer.data(), static_cast<std::size_t>(got));
    if (received_.size() > kLongestMessage) return Error{Errc::Limit, "the browser says too much"};
    return {};
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return {};
  return Error{Errc::Io, "the browser ended"};
}

Result<void> BrowserProcess::send(std::string_view message, Deadline deadline) {
  std::string wire(message);
  wire.push_back('\0');
  std::size_t sent = 0;
  while (sent < wire.size()) {
    const ssize_t wrote =
        ::send(socket_, wire.data() + sent, wire.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (wrote > 0) {
      sent += static_cast<std::size_t>(wrote);
      continue;
    }
    if (wrote < 0 && errno != EAGAIN && errno != EINTR) return Error{Errc::Io, "the browser ended"};
    // It may itself be waiting for us to read.
    TRY(wait_for(POLLIN | POLLOUT, deadline));
    pollfd readable{.fd = socket_, .events = POLLIN, .revents = 0};
    if (poll(&readable, 1, 0) > 0) TRY(read_some());
  }
  return {};
}

Result<std::string> BrowserProcess::receive(Deadline deadline) {
  while (true) {
    const std::size_t end = received_.find('\0', searched_);
    if (end != std::string::npos) {
      std::string message = received_.substr(0, end);
      received_.erase(0, end + 1);
      searched_ = 0;
      return message;
    }
    searched_ = received_.size();
    TRY(wait_for(POLLIN, deadline));
    TRY(read_some());
  }
}

std::chrono::microseconds BrowserProcess::cpu_time() const {
  long ticks = 0;
  DIR* processes = opendir("/proc");
  if (processes == nullptr) return {};
  while (const dirent* entry = readdir(processes)) {
    if (!is_digit(entry->d_name[0])) continue;
    const ProcessTimes times = times_of(entry->d_name);
    if (times.group == process_) ticks += times.ticks;
  }
  closedir(processes);
  return std::chrono::microseconds(ticks * 1'000'000 / sysconf(_SC_CLK_TCK));
}

}  // namespace asof::render
