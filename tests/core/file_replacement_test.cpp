#include "file_replacement.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "../scratch.hpp"
#include "errors.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ExitCode code_of(const fs::path& path) {
  try {
    write_whole(path, "x");
  } catch (const UserError& error) {
    return error.code();
  }
  return ExitCode::fine;
}

/// Whether files without a name can be made in that folder.
bool has_files_without_name(const fs::path& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) ::close(file);
  return file >= 0;
}

TEST_CASE("the name has the old content or the new one") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x";
  {
    FileReplacement file(path);
    write_all(file.descriptor(), "first", "x");
    CHECK_FALSE(fs::exists(path));
    file.commit();
  }
  CHECK(content_of(path) == "first");
  {
    FileReplacement file(path);
    write_all(file.descriptor(), "second", "x");
    CHECK(content_of(path) == "first");
    file.commit();
  }
  CHECK(content_of(path) == "second");
  {
    const FileReplacement given_up(path);
    write_all(given_up.descriptor(), "third", "x");
  }
  CHECK(content_of(path) == "second");
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);
}

TEST_CASE("a link of that name is replaced, not what it leads to") {
  const Scratch scratch;
  write_whole(scratch.path() / "target", "kept");
  for (const char* const target : {"target", "nowhere"}) {
    fs::remove(scratch.path() / "link");
    fs::create_symlink(scratch.path() / target, scratch.path() / "link");
    write_whole(scratch.path() / "link", "new");
    CHECK_FALSE(fs::is_symlink(scratch.path() / "link"));
  }
  CHECK(content_of(scratch.path() / "link") == "new");
  CHECK(content_of(scratch.path() / "target") == "kept");
}

TEST_CASE("the umask decides who may read it") {
  const Scratch scratch;
  const mode_t before = ::umask(027);
  write_whole(scratch.path() / "x", "x");
  ::umask(before);
  CHECK(fs::status(scratch.path() / "x").permissions() == fs::perms{0640});
}

TEST_CASE("a process that is killed leaves nothing, where there are files without a name") {
  const Scratch scratch;
  if (!has_files_without_name(scratch.path())) {
    MESSAGE("skipped: the file system has no files without a name");
    return;
  }
  const pid_t child = ::fork();
  if (child == 0) {
    const FileReplacement file(scratch.path() / "x");
    write_all(file.descriptor(), "half", "x");
    ::raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(fs::is_empty(scratch.path()));
}

TEST_CASE("a device is written as it stands") {
  CHECK(code_of("/dev/null") == ExitCode::fine);
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(code_of("/dev/full") == ExitCode::failed_run);
}

TEST_CASE("a name for an open file stays one") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x";
  const int file = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  REQUIRE(::write(file, "longer", 6) == 6);
  fs::create_symlink("/proc/self/fd/" + std::to_string(file), scratch.path() / "stdout");
  write_whole(scratch.path() / "stdout", "short");
  ::close(file);
  CHECK(fs::is_symlink(scratch.path() / "stdout"));
  CHECK(content_of(path) == "short");
}

TEST_CASE("a place where no file can be is a mistake of who named it") {
  const Scratch scratch;
  CHECK(code_of(scratch.path()) == ExitCode::usage);
  CHECK(code_of(scratch.path() / "none" / "x") == ExitCode::usage);
  write_whole(scratch.path() / "file", "x");
  CHECK(code_of(scratch.path() / "file" / "x") == ExitCode::usage);
  CHECK(code_of("") == ExitCode::usage);
}

}  // namespace
}  // namespace wayfront::host
