#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../test.hpp"
#include "base/process.hpp"
#include "files/byte_source.hpp"
#include "files/file_digest.hpp"
#include "files/input.hpp"
#include "files/mapped_file.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {
namespace input_test {

namespace fs = std::filesystem;
namespace io = boost::iostreams;

const std::string_view compressions[] = {"gzip", "bzip2", "xz", "zstd"};

std::string compressed(std::string_view content, std::string_view compression) {
  std::string result;
  io::filtering_ostreambuf out;
  if (compression == "gzip") out.push(io::gzip_compressor());
  if (compression == "bzip2") out.push(io::bzip2_compressor());
  if (compression == "xz") out.push(io::lzma_compressor());
  if (compression == "zstd") out.push(io::zstd_compressor());
  out.push(io::back_inserter(result));
  io::copy(io::array_source(content.data(), content.size()), out);
  return result;
}

/// Lines of many lengths, one of them longer than the pieces that files are read in.
std::string long_text() {
  std::mt19937 random(1);
  std::string text;
  while (text.size() < 6'000'000) text += std::string(random() % 60, static_cast<char>('a' + random() % 26)) + "\n";
  text += std::string(5'000'000, 'x') + "\n\n";
  while (text.size() < 12'000'000) text += std::to_string(random()) + "\n";
  return text;
}

std::string all_lines(FileInput& input) {
  std::string all;
  for (std::string_view piece = input.lines(); !piece.empty(); piece = input.lines()) {
    REQUIRE(piece.back() == '\n');
    all += piece;
  }
  CHECK(input.lines().empty());
  return all;
}

std::string all_bytes(FileInput& input) {
  std::string all;
  for (std::string_view piece = input.bytes(); !piece.empty(); piece = input.bytes()) all += piece;
  return all;
}

/// The message of the error that opening or reading ends with; "" where it ends well.
std::string error_of(const fs::path& path) {
  try {
    all_bytes(*open_input(path));
  } catch (const UserError& error) {
    CHECK(error.code() == (stop_requested ? ExitCode::interrupted : ExitCode::input));
    return error.what();
  } catch (const BadInput& error) {
    return error.what();
  }
  return {};
}

TEST_CASE("a plain file comes in whole lines, and its last line gets an end") {
  const Scratch scratch;
  const auto input = open_input(scratch.write("a.gr", "one\n\ntwo"));
  CHECK(input->name() == (scratch.path() / "a.gr").string());
  CHECK(input->compression() == "");
  CHECK(input->size() == 8);
  CHECK(input->head() == "one\n\ntwo");
  CHECK(input->lines() == "one\n\n");
  CHECK(input->lines() == "two\n");
  CHECK(input->lines().empty());
  CHECK(input->given() == 8);
  CHECK(all_lines(*open_input(scratch.write("b.gr", "no end"))) == "no end\n");
  CHECK(all_bytes(*open_input(scratch.write("c.gr", "no end"))) == "no end");
}

TEST_CASE("long texts and lines arrive whole, plain or decompressed, and sniffing takes nothing") {
  const Scratch scratch;
  const std::string text = long_text();
  const auto check = [&](const fs::path& path, std::string_view compression) {
    CAPTURE(compression);
    const auto input = open_input(path);
    std::atomic<std::uint64_t> read{0};
    input->tell(read);
    CHECK(input->compression() == compression);
    CHECK(input->head() == std::string_view(text).substr(0, 4096));
    CHECK((all_lines(*input) == text));
    CHECK(read <= fs::file_size(path));
    CHECK(read > (compression.empty() ? fs::file_size(path) - 1 : 0));
    CHECK(input->given() == text.size());
    CHECK((all_bytes(*open_input(path)) == text));
  };
  check(scratch.write("plain", text), "");
  for (const std::string_view compression : compressions)
    check(scratch.write(compression, compressed(text, compression)), compression);
}

TEST_CASE("a piece of lines stays as it is during the next call") {
  const Scratch scratch;
  const std::string text = long_text();
  const auto check = [&](const fs::path& path) {
    const auto input = open_input(path);
    std::string_view before;
    std::size_t begin = 0;
    int pieces = 0;
    for (std::string_view piece = input->lines(); !piece.empty(); piece = input->lines(), ++pieces) {
      REQUIRE(before == std::string_view(text).substr(begin, before.size()));
      begin += before.size();
      before = piece;
    }
    CHECK(before == std::string_view(text).substr(begin));
    CHECK(pieces > 3);
  };
  check(scratch.write("x", text));
  check(scratch.write("x.gz", compressed(text, "gzip")));
  for (const std::string_view short_text : {"one\ntwo\n3", "a line that is longer than the last\nend", "end"}) {
    const auto input = open_input(scratch.write("short.gz", compressed(short_text, "gzip")));
    std::string_view last;
    for (std::string_view piece = input->lines(); !piece.empty(); piece = input->lines()) last = piece;
    CHECK(last == std::string(short_text.substr(short_text.rfind('\n') + 1)) + '\n');
  }
}

TEST_CASE("several members or frames are one text") {
  const Scratch scratch;
  for (const std::string_view compression : compressions) {
    CAPTURE(compression);
    const std::string both = compressed("a 1\nb", compression) + compressed(" 2\nc", compression);
    CHECK(all_lines(*open_input(scratch.write(compression, both))) == "a 1\nb 2\nc\n");
  }
}

TEST_CASE("compressed data that are cut off anywhere are an error, never a shorter text") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 500; ++i) text += std::to_string(i * 7919) + "\n";
  for (const std::string_view compression : compressions) {
    const std::string whole = compressed(text, compression);
    CHECK(error_of(scratch.write("x", whole)).empty());
    constexpr std::size_t magic = 8;
    for (std::size_t size = magic; size < whole.size(); size += 1 + size / 16) {
      CAPTURE(compression);
      CAPTURE(size);
      const std::string error = error_of(scratch.write("x", whole.substr(0, size)));
      CHECK(contains(error, (scratch.path() / "x").string()));
      CHECK((contains(error, "are truncated after") || contains(error, "are damaged after")));
    }
    const std::string error = error_of(scratch.write("x", whole.substr(0, whole.size() - 2)));
    CHECK(contains(error, std::string(compression) + " data are truncated after"));
    CHECK(contains(error, "fetch the file again"));
  }
}

TEST_CASE("damaged compressed data are an error") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += std::to_string(i * 7919) + "\n";
  for (const std::string_view compression : compressions) {
    CAPTURE(compression);
    std::string damaged = compressed(text, compression);
    for (std::size_t i = damaged.size() / 2; i < damaged.size() - 20; ++i) damaged[i] ^= 0x55;
    const fs::path path = scratch.write(compression, damaged);
    const std::string error = error_of(path);
    CAPTURE(error);
    CHECK(contains(error, path.string() + ": the " + std::string(compression) + " data are damaged after about"));
  }
}

TEST_CASE("an Input that nobody reads to the end does not hang") {
  const Scratch scratch;
  const auto input = open_input(scratch.write("x", compressed(long_text(), "zstd")));
  CHECK_FALSE(input->lines().empty());
}

TEST_CASE("what cannot be opened says why") {
  const Scratch scratch;
  scratch.write("USA-road-d.NY.gr.gz", "x");
  CHECK(contains(error_of(scratch.path() / "USA-road-d.NY.gr"), "no such file; did you mean"));
  CHECK(contains(error_of(scratch.path() / "USA-road-d.NY.gr"), "USA-road-d.NY.gr.gz?"));
  CHECK(contains(error_of(scratch.path() / "USA-raod-d.NY.gr.gz"), "USA-road-d.NY.gr.gz?"));
  CHECK(error_of(scratch.path() / "else") == (scratch.path() / "else").string() + ": no such file");
  CHECK(contains(error_of(scratch.path() / "no" / "x.gr"), "does not exist"));
  CHECK(contains(error_of("no such file in the working directory"), "no such file"));
  CHECK(contains(error_of(""), "is empty"));
  CHECK(contains(error_of(scratch.path()), "is a directory"));
  CHECK(contains(error_of(scratch.write("nothing", "")), "is empty"));
  CHECK(contains(error_of("/dev/null"), "is neither a file nor a pipe"));
  for (const std::string_view compression : compressions)
    CHECK(contains(error_of(scratch.write("nothing.z", compressed("", compression))), "it is empty"));
  const fs::path hidden = scratch.write("hidden", "x");
  fs::permissions(hidden, fs::perms::none);
  if (::access(hidden.c_str(), R_OK) == 0)
    MESSAGE("skipped: this user may read every file");
  else
    CHECK(contains(error_of(hidden), "no permission to read it"));
}

TEST_CASE("a file that is cut while it is read is an error") {
  const Scratch scratch;
  const fs::path path = scratch.write("x", std::string(20'000'000, '\n'));
  const auto input = open_input(path);
  fs::resize_file(path, 4096);
  CHECK_THROWS_WITH_AS(all_bytes(*input), doctest::Contains("was it truncated or replaced meanwhile?"), BadInput);
}

TEST_CASE("bytes are the file itself, and a change of it is found") {
  const Scratch scratch;
  const std::string content(20'000'000, 'x');
  const fs::path path = scratch.write("x", content);
  const auto input = open_input(path);
  CHECK(input->head().size() == 4096);
  const std::string_view all = input->bytes();
  CHECK((all == content));
  CHECK(input->given() == content.size());
  CHECK(input->bytes().empty());
  CHECK((all == content));
  input->require_unchanged();
  fs::resize_file(path, 4096);
  CHECK(all.back() == '\0');  // no signal
  CHECK_THROWS_WITH_AS(input->require_unchanged(), doctest::Contains("changed while it was read"), UserError);
}

TEST_CASE("several threads read large pieces of a file for many that parse") {
  const Scratch scratch;
  std::string text;
  for (std::uint64_t line = 0; text.size() < 40'000'000; ++line) text += std::to_string(line * 7919) + '\n';
  const fs::path path = scratch.write("x", text);
  for (const unsigned threads : {1U, 16U, 64U}) {
    const auto input = open_input(path);
    CHECK_FALSE(input->head().empty());
    input->set_threads(threads);
    CHECK((all_lines(*input) == text));
  }
  const auto input = open_input(path);
  input->set_threads(64);
  fs::resize_file(path, 30'000'000);
  CHECK_THROWS_WITH_AS(all_bytes(*input), doctest::Contains("was it truncated or replaced meanwhile?"), BadInput);
}

TEST_CASE("a piece of a file stays whole when the file is cut while a loader looks at it") {
  const Scratch scratch;
  const fs::path path = scratch.write("x", std::string(20'000'000, '\n'));
  const auto input = open_input(path);
  const std::string_view piece = input->lines();
  fs::resize_file(path, 0);
  CHECK(!piece.empty());
  CHECK(static_cast<std::size_t>(std::ranges::count(piece, '\n')) == piece.size());
  CHECK_THROWS_AS(all_lines(*input), BadInput);
}

/// A named pipe into which a thread writes.
class Pipe {
 public:
  Pipe(fs::path path, std::string content) : path_(std::move(path)) {
    REQUIRE(::mkfifo(path_.c_str(), 0600) == 0);
    writer_ = std::jthread([this, content = std::move(content)] {
      const int pipe = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
      for (std::size_t done = 0; done < content.size();) {
        const ssize_t written = ::write(pipe, content.data() + done, content.size() - done);
        if (written <= 0) break;
        done += static_cast<std::size_t>(written);
      }
      ::close(pipe);
    });
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  std::jthread writer_;
};

TEST_CASE("a pipe is read as a stream, compressed or not") {
  std::signal(SIGPIPE, SIG_IGN);
  const Scratch scratch;
  const std::string text = long_text();
  CHECK((all_lines(*open_input(Pipe(scratch.path() / "plain", text).path())) == text));
  CHECK((all_lines(*open_input(Pipe(scratch.path() / "gz", compressed(text, "gzip")).path())) == text));
  CHECK(all_lines(*open_input(Pipe(scratch.path() / "short", "a").path())) == "a\n");
  CHECK(contains(error_of(Pipe(scratch.path() / "nothing", "").path()), "is empty"));
  const Pipe unread(scratch.path() / "unread", text);
  CHECK_FALSE(open_input(unread.path())->lines().empty());
}

TEST_CASE("waiting for a pipe that nobody writes to can be stopped") {
  const Scratch scratch;
  const fs::path path = scratch.path() / "silent";
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  const std::jthread stopper([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop_requested = true;
  });
  CHECK(contains(error_of(path), "reading was interrupted"));
  stop_requested = false;
}

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

}  // namespace input_test
}  // namespace wayfront::host
