#include "load/cache/checked_files.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <ctime>
#include <fstream>
#include <functional>

#include "../../scratch.hpp"
#include "base/errors.hpp"

namespace wayfront::host {
namespace {

TEST_CASE("a file that was checked is known until anything about it changes") {
  const Scratch scratch;
  const CheckedFiles files(scratch.path() / "cache"), nothing("");
  struct stat status {};
  status.st_dev = 5;
  status.st_ino = 77;
  status.st_size = 1 << 30;
  status.st_mtim = {1000, 5};
  status.st_ctim = {2000, 6};
  CHECK(!files.knows(status));
  files.remember(status);
  nothing.remember(status);
  CHECK(files.knows(status));
  CHECK(!nothing.knows(status));
  const auto changed = [&](const std::function<void(struct stat&)>& change) {
    struct stat other = status;
    change(other);
    return !files.knows(other);
  };
  CHECK(changed([](auto& it) { it.st_dev = 6; }));
  CHECK(changed([](auto& it) { it.st_ino = 78; }));
  CHECK(changed([](auto& it) { it.st_size -= 1; }));
  CHECK(changed([](auto& it) { it.st_mtim.tv_nsec = 6; }));
  CHECK(changed([](auto& it) { it.st_ctim.tv_nsec = 7; }));
  CHECK(changed([](auto& it) { it.st_ctim.tv_sec = 2001; }));
  // One that changed a moment ago may change again without a new time.
  struct stat fresh = status;
  fresh.st_ino = 78;
  fresh.st_ctim.tv_sec = ::time(nullptr);
  files.remember(fresh);
  CHECK(!files.knows(fresh));
  const std::filesystem::path record = scratch.path() / "cache" / "checked" / "5-77";
  const auto refused = [&] {
    files.remember(status);
    CHECK_THROWS_AS(files.knows(status), UserError);
  };
  // Whoever may write a record may say what was never looked at.
  ::chmod(record.c_str(), 0666);
  CHECK_THROWS_AS(files.knows(status), UserError);
  ::chmod(record.c_str(), 0600);
  CHECK(files.knows(status));
  // One that is torn counts for nothing, and is written anew.
  std::ofstream(record) << "wayfront checked 2: 5 77 10737";
  CHECK(!files.knows(status));
  files.remember(status);
  CHECK(files.knows(status));
  // What others put there stays.
  std::ofstream(record) << "notes";
  files.remember(status);
  CHECK(!files.knows(status));
  std::filesystem::rename(record, scratch.path() / "moved");
  std::filesystem::create_symlink(scratch.path() / "moved", record);
  refused();
  std::filesystem::remove(record);
  REQUIRE(::mkfifo(record.c_str(), 0600) == 0);
  refused();
  CHECK(std::filesystem::is_fifo(record));
}

}  // namespace
}  // namespace wayfront::host
