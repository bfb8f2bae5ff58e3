// Changes files in a fixed order and says which step failed: what fault_injection is tested with.
//
//   fault_probe plain DIR    eight calls on one file, by name
//   fault_probe sqlite DIR   a database with one row; exit 0 when the row was committed
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

namespace {

bool step(const char* name, bool worked) {
  if (!worked) std::printf("%s %s\n", name, errno == ENOSPC ? "ENOSPC" : "EIO");
  return worked;
}

int plain(const std::string& directory) {
  const auto one = directory + "/one";
  const auto two = directory + "/two";
  const int fd = open(one.c_str(), O_RDWR | O_CREAT, 0644);
  bool good = step("open", fd >= 0);
  const auto wrote = write(fd, "0123456789", 10);
  if (wrote >= 0 && wrote < 10) std::printf("short %d\n", static_cast<int>(wrote));
  good &= step("write", wrote >= 0);
  good &= step("pwrite", pwrite(fd, "ab", 2, 4) >= 0);
  good &= step("fsync", fsync(fd) == 0);
  good &= step("ftruncate", ftruncate(fd, 5) == 0);
  close(fd);
  good &= step("link", link(one.c_str(), two.c_str()) == 0);
  good &= step("rename", rename(one.c_str(), two.c_str()) == 0);
  good &= step("unlink", unlink(two.c_str()) == 0);
  return good ? 0 : 1;
}

int sqlite(const std::string& directory) {
  sqlite3* database = nullptr;
  const bool good = sqlite3_open((directory + "/test.sqlite").c_str(), &database) == SQLITE_OK &&
                    sqlite3_exec(database, "CREATE TABLE a(b); INSERT INTO a VALUES(1);", nullptr,
                                 nullptr, nullptr) == SQLITE_OK;
  sqlite3_close(database);
  return good ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  return std::strcmp(words[1], "sqlite") == 0 ? sqlite(words[2]) : plain(words[2]);
}
