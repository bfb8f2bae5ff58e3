// Serves payloads from memory, for serve.sh to measure: the most that the server itself can do.
//
//   serve_bench FOLDER THREADS [IDLE-CONNECTIONS]
//
// Prints the URL, then serves /0 ... of FOLDER's files until standard input ends. With a number of
// idle connections it first opens so many to itself, half of them with half a request sent, and
// prints what memory each costs the server, in bytes.
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/file.h"
#include "base/text.h"
#include "server/server.h"

using namespace asof;

namespace {

Result<std::vector<std::string>> read_payloads(const std::string& folder) {
  std::vector<std::string> payloads;
  for (;;) {
    const std::string path = folder + "/" + std::to_string(payloads.size());
    if (!exists(path)) break;
    std::string payload = TRY(read_whole(path, 1'000'000));
    payloads.push_back(std::move(payload));
  }
  if (payloads.empty()) return Error{Errc::NotFound, folder + " has no file 0"};
  return payloads;
}

server::Answer answer_from(const std::vector<std::string>& payloads) {
  return [&payloads](const server::Request& request) -> server::Reply {
    const auto number = parse_uint(request.target.substr(1));
    if (!number || *number >= payloads.size()) return {.status = 404};
    return {.fields = "Content-Type: text/html\r\n", .body = payloads[*number]};
  };
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  CHECK(file);
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

int connect_to(std::uint16_t port) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(client >= 0);
  CHECK(connect(client, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
  return client;
}

// The server has seen what the client sent before when it has answered a connection that came
// after: good enough for an average.
void measure_idle(std::uint16_t port, std::size_t connections) {
  const std::uint64_t before = resident_bytes();
  std::vector<int> clients;
  for (std::size_t i = 0; i < connections; ++i) {
    clients.push_back(connect_to(port));
    const std::string_view sent = i % 2 == 0 ? "GET / HTTP/1.1\r\nHost: " : "";
    CHECK(send(clients.back(), sent.data(), sent.size(), 0) >= 0);
  }
  for (int i = 0; i < 64; ++i) {
    const int last = connect_to(port);
    const std::string_view sent = "GET /0 HTTP/1.1\r\nConnection: close\r\n\r\n";
    CHECK(send(last, sent.data(), sent.size(), 0) > 0);
    char byte = 0;
    CHECK(recv(last, &byte, 1, 0) == 1);
    close(last);
  }
  const std::uint64_t after = resident_bytes();
  fmt::print("{} idle connections: {} bytes each, {} in all\n", connections,
             (after - before) / connections, human_bytes(after));
  for (const int client : clients) close(client);
}

Result<void> run(const std::string& folder, unsigned threads, std::size_t idle) {
  const std::vector<std::string> payloads = TRY(read_payloads(folder));
  server::Server server({.threads = threads, .idle = std::chrono::seconds(60)});
  const std::string url =
      TRY(server.listen_each("127.0.0.1:0", [&] { return answer_from(payloads); }));
  server.start();
  fmt::print("{}\n", url);
  if (idle > 0) {
    const auto port = parse_uint(std::string_view(url).substr(url.rfind(':') + 1));
    measure_idle(static_cast<std::uint16_t>(port.value_or(0)), idle);
  }
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  server.drain(std::chrono::seconds(1));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const auto threads = parse_uint(argc > 2 ? argv[2] : "");
  const auto idle = parse_uint(argc > 3 ? argv[3] : "0");
  if (!threads || *threads == 0 || !idle) {
    fmt::print(stderr, "serve_bench FOLDER THREADS [IDLE-CONNECTIONS]\n");
    return 2;
  }
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  const auto ran = run(argv[1], static_cast<unsigned>(*threads), static_cast<std::size_t>(*idle));
  if (!ran) fmt::print(stderr, "serve_bench: {}\n", ran.error().what);
  return ran ? 0 : 1;
}
