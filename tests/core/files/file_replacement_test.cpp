#include "files/file_replacement.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <cerrno>
#include <csignal>

#include "../pipe.hpp"

namespace wayfront::host {
namespace file_replacement_test {

namespace fs = std::filesystem;

bool is_refused(ExitCode code, const fs::path& path) {
  return !refusal_by(code, [&] { write_whole(path, "x", Links::follow); }).empty();
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
    FileReplacement file(path, Links::follow);
    write_all(file.descriptor(), "first", "x");
    CHECK_FALSE(fs::exists(path));
    file.commit();
  }
  CHECK(content_of(path) == "first");
  {
    FileReplacement file(path, Links::follow);
    write_all(file.descriptor(), "second", "x");
    CHECK(content_of(path) == "first");
    file.commit();
  }
  CHECK(content_of(path) == "second");
  {
    const FileReplacement given_up(path, Links::follow);
    write_all(given_up.descriptor(), "third", "x");
  }
  CHECK(content_of(path) == "second");
  CHECK(std::distance(fs::directory_iterator(scratch.path()), {}) == 1);
}

TEST_CASE("a file has a name by which others write to it before it takes its own") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x";
  {
    FileReplacement file(path, Links::follow);
    write_all(file.descriptor(), "one ", "x");
    std::ofstream(file.temporary_name(), std::ios::app) << "two";
    CHECK_FALSE(fs::exists(path));
    file.commit();
  }
  CHECK(content_of(path) == "one two");
  CHECK(fs::exists(FileReplacement(path, Links::follow).temporary_name()));
  CHECK(std::distance(fs::directory_iterator(scratch.path()), fs::directory_iterator()) == 1);
  FileReplacement device("/dev/null", Links::follow);
  CHECK_THROWS_WITH(device.temporary_name(), "/dev/null: is not a file that can be replaced");
}

TEST_CASE("links of a name that somebody gave stay, and the file at their end is replaced") {
  const Scratch scratch;
  const fs::path data = scratch.path() / "data";
  fs::create_directory(data);
  write_whole(data / "x.csv", "old", Links::follow);
  fs::create_symlink("data/x.csv", scratch.path() / "relative");
  fs::create_symlink(scratch.path() / "relative", data / "absolute");
  fs::create_symlink("data/absolute", scratch.path() / "link");
  const FileReplacement given_up(scratch.path() / "link", Links::follow);
  write_all(given_up.descriptor(), "half", "x");
  CHECK(content_of(data / "x.csv") == "old");
  write_whole(scratch.path() / "link", "new", Links::follow);
  for (const fs::path& link : {scratch.path() / "link", data / "absolute", scratch.path() / "relative"})
    CHECK(fs::is_symlink(link));
  CHECK_FALSE(fs::is_symlink(data / "x.csv"));
  CHECK(content_of(data / "x.csv") == "new");
}

TEST_CASE("a device, and a link to one or to an open file, is written as it stands") {
  const Scratch scratch;
  write_whole("/dev/null", "x", Links::follow);
  CHECK(fs::is_character_file("/dev/null"));
  CHECK(is_refused(ExitCode::failed_run, "/dev/full"));
  fs::create_symlink("/dev/full", scratch.path() / "full");
  CHECK(is_refused(ExitCode::failed_run, scratch.path() / "full"));
  CHECK(fs::is_character_file("/dev/full"));
  const fs::path path = scratch.path() / "x";
  const int file = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  const std::string number = std::to_string(file);
  fs::create_symlink("/proc/self/fd/" + number, scratch.path() / "stdout");
  fs::create_symlink("stdout", scratch.path() / "link");
  for (const fs::path& name : {scratch.path() / "link", fs::path("/dev/fd/" + number)}) {
    REQUIRE(::pwrite(file, "longer than that", 16, 0) == 16);
    write_whole(name, "through", Links::follow);
    CHECK(content_of(path) == "through");
  }
  ::close(file);
  CHECK(fs::is_symlink(scratch.path() / "stdout"));
}

TEST_CASE("a file that is replaced keeps its mode, and its owner where that is permitted") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "x";
  for (const unsigned mode : {0600U, 0640U, 0666U, 0755U}) {
    write_whole(path, "old", Links::follow);
    fs::permissions(path, fs::perms{mode});
    write_whole(path, "new", Links::follow);
    CHECK(fs::status(path).permissions() == fs::perms{mode});
  }
  if (::geteuid() != 0) {
    MESSAGE("the owner is not tested: only root may give files away");
    return;
  }
  REQUIRE(::chown(path.c_str(), 12345, 23456) == 0);
  write_whole(path, "new", Links::follow);
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  CHECK(status.st_uid == 12345);
  CHECK(status.st_gid == 23456);
}

TEST_CASE("the umask decides who may read it") {
  const Scratch scratch;
  const mode_t before = ::umask(027);
  write_whole(scratch.path() / "x", "x", Links::follow);
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
    const FileReplacement file(scratch.path() / "x", Links::follow);
    write_all(file.descriptor(), "half", "x");
    ::raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(fs::is_empty(scratch.path()));
}

TEST_CASE("a place where no file can be is a mistake of who named it") {
  const Scratch scratch;
  CHECK(is_refused(ExitCode::usage, scratch.path()));
  CHECK(is_refused(ExitCode::usage, scratch.path() / "none" / "x"));
  write_whole(scratch.path() / "file", "x", Links::follow);
  CHECK(is_refused(ExitCode::usage, scratch.path() / "file" / "x"));
  CHECK(is_refused(ExitCode::usage, ""));
}

TEST_CASE("all bytes get through a pipe that takes few at a time and does not block") {
  const Pipe pipe;
  ::fcntl(pipe.ends[1], F_SETFL, O_NONBLOCK);
  std::string text(1 << 20, 'x');
  text.back() = 'y';
  std::string got;
  std::jthread reader([&] {
    std::array<char, 5000> part;
    while (got.size() < text.size())
      got.append(part.data(), static_cast<std::size_t>(::read(pipe.ends[0], part.data(), part.size())));
  });
  CHECK(write_bytes(pipe.ends[1], text) == 0);
  reader.join();
  CHECK(got == text);
}

TEST_CASE("what goes wrong is the errno, and what runs before a write may end it") {
  CHECK(write_bytes(-1, "x") == EBADF);
  CHECK(write_bytes(-1, "") == 0);
  const Pipe pipe;
  CHECK_THROWS_AS(write_bytes(pipe.ends[1], "x", [] { throw std::runtime_error("stop"); }), std::runtime_error);
}

TEST_CASE("a file is read whole, an empty one too; what cannot be read says why") {
  const Scratch scratch;
  for (const std::string& text : {std::string(), std::string("a\0b\n", 4)})
    CHECK(read_whole(scratch.write("x", text)) == text);
  CHECK_FALSE(read_whole(scratch.path() / "none"));
  CHECK(errno == ENOENT);
  CHECK_FALSE(read_whole(scratch.path()));
}

}  // namespace file_replacement_test
}  // namespace wayfront::host
