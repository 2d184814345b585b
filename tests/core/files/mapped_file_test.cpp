#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../test.hpp"
#include "files/byte_source.hpp"
#include "files/file_digest.hpp"
#include "files/mapped_file.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t size = 100'000;

struct Mapped {
  Scratch scratch;
  fs::path path = scratch.write("x.wfg", std::string(size, 'a'));
  std::unique_ptr<MappedFile> file;

  explicit Mapped(bool writable = false) {
    const FileHandle opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    file = std::make_unique<MappedFile>(opened.get(), size, writable, "x.wfg");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // file times may be as coarse as a clock's tick
  }
  /// What require_unchanged() says, or "".
  std::string said() const {
    return refusal_by(ExitCode::input, [&] { file->require_unchanged(); });
  }
};

TEST_CASE("a file that nobody changes is what it was") {
  const Mapped mapped;
  CHECK(*mapped.file->at(size - 1) == 'a');
  CHECK(mapped.said().empty());
}

TEST_CASE("a file that is cut can still be read, and is told of") {
  for (const bool writable : {false, true}) {
    const Mapped mapped(writable);
    fs::resize_file(mapped.path, 10);
    CHECK(*mapped.file->at(size - 1) == 0);
    CHECK(*mapped.file->at(50'000) == 0);
    CHECK(*mapped.file->at(5) == 'a');
    CHECK(mapped.said().starts_with("x.wfg: changed while it was read: it had 100000 bytes and now has 10;"));
    // Also where somebody puts back what was there: zeros may have been read.
    std::ofstream(mapped.path, std::ios::binary) << std::string(size, 'a');
    CHECK(contains(mapped.said(), "written to"));
  }
}

TEST_CASE("a file that grows or is written to is told of") {
  const Mapped grown;
  std::ofstream(grown.path, std::ios::app) << 'b';
  CHECK(contains(grown.said(), "now has 100001"));
  const Mapped written;
  std::fstream(written.path, std::ios::in | std::ios::out | std::ios::binary) << 'b';
  CHECK(contains(written.said(), "it was written to"));
  const Mapped hidden;  // its time of writing is put back
  const auto before = fs::last_write_time(hidden.path);
  std::fstream(hidden.path, std::ios::in | std::ios::out | std::ios::binary) << 'b';
  fs::last_write_time(hidden.path, before);
  CHECK(contains(hidden.said(), "it was written to"));
}

TEST_CASE("a file that is removed or replaced by another is still what it was") {
  const Mapped removed;
  fs::remove(removed.path);
  CHECK(removed.said().empty());
  const Mapped replaced;
  fs::rename(replaced.scratch.write("y.wfg", "b"), replaced.path);
  CHECK(replaced.said().empty());
  CHECK(*replaced.file->at(0) == 'a');
}

TEST_CASE("pages of a file that is open for reading cannot be made writable") {
  const Mapped mapped;
  CHECK(::mprotect(const_cast<char*>(mapped.file->at(0)), size, PROT_READ | PROT_WRITE) == -1);
}

TEST_CASE("many files at once, and one after the other") {
  std::vector<std::unique_ptr<Mapped>> all;
  for (int i = 0; i < 20; ++i) all.push_back(std::make_unique<Mapped>());
  for (const auto& it : all) fs::resize_file(it->path, 0);
  for (const auto& it : all) CHECK(*it->file->at(0) == 0);
  for (int i = 0; i < 70; ++i) {
    const Mapped mapped;
    fs::resize_file(mapped.path, 0);
    CHECK(*mapped.file->at(0) == 0);
    CHECK_FALSE(mapped.said().empty());
  }
}

TEST_CASE("the digest of a file is that of its bytes") {
  const Scratch scratch;
  HostContext one(1), two(2);
  std::string text(3'500'000, 'x');
  const auto digest = [&](HostContext& context) { return file_digest(scratch.write("f", text), context); };
  const auto first = digest(one);
  REQUIRE(first);
  CHECK(digest(two) == first);
  text[3'499'999] = 'y';
  CHECK(digest(two) != first);
  text.pop_back();
  CHECK(digest(two) != first);
  CHECK(!file_digest(scratch.path() / "none", one));
  CHECK(!file_digest(scratch.path(), one));
}

}  // namespace
}  // namespace wayfront::host
