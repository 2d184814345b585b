#include "answers/matrix_file.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/available_memory.hpp"
#include "base/refusal.hpp"
#include "base/text.hpp"
#include "files/byte_source.hpp"
#include "files/file_replacement.hpp"
#include "files/piece_queue.hpp"
#include "numpy/npy.hpp"
#include "numpy/zip.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

[[noreturn]] void fail(const std::string& name, const char* what) {
  fail(ExitCode::failed_run, "{}: {}: {}", name, what, std::strerror(errno));
}

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

/// The file and the shape of both formats.
class AnyMatrix : public MatrixFile {
 public:
  AnyMatrix(const std::filesystem::path& file, MatrixShape shape)
      : name_(file.string()), shape_(std::move(shape)), file_(file, Links::follow) {
    struct stat made {};
    if (::fstat(file_.descriptor(), &made) != 0 || !S_ISREG(made.st_mode))
      refuse("{}: a matrix is written to a file, not to a pipe or a device; name a file", name_);
  }

 protected:
  std::string name_;
  MatrixShape shape_;
  FileReplacement file_;
};

/// A thread writes while the next rows are made.
class DenseMatrix final : public AnyMatrix {
 public:
  DenseMatrix(const std::filesystem::path& file, MatrixShape shape, const FreeSpace& space)
      : AnyMatrix(file, std::move(shape)),
        row_bytes_(shape_.columns.size() * weight_size(shape_.kind)),
        queue_(std::max<std::uint64_t>(4, max_waiting_bytes / std::max<std::uint64_t>(row_bytes_, 1))) {
    const std::uint64_t extent[] = {shape_.rows, shape_.columns.size()};
    const std::string header = numpy::write_header(fmt::format("'{}'", numpy::type_name(shape_.kind)), extent);
    start_ = header.size();
    for (std::size_t i = 0; i < shape_.columns.size() && in_order_; ++i) in_order_ = shape_.columns[i] == i;
    reserve(file, space);
    write_at(file_.descriptor(), header, 0, name_);
    writer_ = std::jthread([this] { write_rows(); });
  }
  ~DenseMatrix() override {
    queue_.close();
    queue_.finish(nullptr);
  }

  void write(std::uint64_t row, const Output& output) override {
    Row entries{start_ + row * row_bytes_, std::make_unique_for_overwrite<char[]>(row_bytes_)};
    with_weight_type(shape_.kind, [&]<WeightType W>() {
      const std::span<const W> distances = output.distances_as<W>();
      if (std::is_integral_v<W> && in_order_)
        std::memcpy(entries.bytes.get(), distances.data(), row_bytes_);
      else
        std::ranges::transform(shape_.columns, reinterpret_cast<W*>(entries.bytes.get()),
                               [&](Vertex v) { return distances[v] + W{0}; });  // not -0.0
    });
    if (!queue_.put(std::move(entries))) end_writer();
  }

  void finish() override {
    queue_.finish(nullptr);
    end_writer();
    file_.commit();
  }

 private:
  static constexpr std::uint64_t max_waiting_bytes = std::uint64_t{1} << 27;
  struct Row {
    std::uint64_t place = 0;  // in the file
    std::unique_ptr<char[]> bytes{};
    bool empty() const { return bytes == nullptr; }
  };

  void write_rows() {
    if (taken_later_ != 0) ::fallocate(file_.descriptor(), 0, 0, taken_later_);  // if it cannot be, the rows tell
    try {
      for (Row row = queue_.take(); !row.empty(); row = queue_.take())
        write_at(file_.descriptor(), {row.bytes.get(), row_bytes_}, row.place, name_);
    } catch (...) {
      error_ = std::current_exception();
      queue_.close();
    }
  }

  /// Throws what ended it.
  void end_writer() {
    if (writer_.joinable()) writer_.join();
    if (error_) std::rethrow_exception(error_);
  }

  /// The disk's space for all rows is taken now, where the file system can do that; in memory by the thread that writes,
  /// because it takes as long as the rows do.
  void reserve(const std::filesystem::path& file, const FreeSpace& space) {
    constexpr auto max = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
    const bool countable = row_bytes_ == 0 || shape_.rows <= (max - start_) / row_bytes_;
    const std::uint64_t size = countable ? start_ + shape_.rows * row_bytes_ : max;
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    const auto refuse = [&](std::uint64_t free) {
      fail(ExitCode::failed_run,
           "{}: {} rows of {} distances take {}, but only {} are free on that disk; name a file "
           "on another disk, fewer sources or targets, or with a limit a .npz file",
           name_, shape_.rows, shape_.columns.size(), bytes_text(static_cast<double>(size)),
           bytes_text(static_cast<double>(free)));
    };
    const std::optional<std::uint64_t> free = space(folder);
    if (free && size > *free) refuse(*free);
    const auto whole = static_cast<off_t>(size);
    struct statfs on {};
    if (::fstatfs(file_.descriptor(), &on) == 0 && on.f_type == TMPFS_MAGIC)
      taken_later_ = whole;
    else if (::fallocate(file_.descriptor(), 0, 0, whole) == 0)
      return;
    else if (errno == ENOSPC)
      refuse(space(folder).value_or(0));
    if (::ftruncate(file_.descriptor(), whole) != 0) fail(name_, "cannot be written");
  }

  std::uint64_t row_bytes_;
  std::uint64_t start_ = 0;
  bool in_order_ = true;   // whether column i is of vertex i
  off_t taken_later_ = 0;  // bytes of the file
  PieceQueue<Row> queue_;
  std::exception_ptr error_;  // the writer's until it has ended
  std::jthread writer_;       // last: it uses the others
};

class SparseMatrix final : public AnyMatrix {
 public:
  SparseMatrix(const std::filesystem::path& file, MatrixShape shape)
      : AnyMatrix(file, std::move(shape)), spool_(file.string() + ".rows", Links::replace), rows_(shape_.rows) {}

  void write(std::uint64_t row, const Output& output) override {
    with_weight_type(shape_.kind, [&]<WeightType W>() {
      const std::span<const W> distances = output.distances_as<W>();
      std::vector<std::uint32_t> columns;
      std::vector<W> values;
      for (std::uint32_t i = 0; i < shape_.columns.size(); ++i) {
        const W distance = distances[shape_.columns[i]];
        if (distance == unreached<W>) continue;
        columns.push_back(i);
        values.push_back(distance + W{0});  // not -0.0
      }
      rows_[row] = {end_, columns.size()};
      write_at(spool_.descriptor(), bytes_of(columns), end_, name_);
      end_ += bytes_of(columns).size();
      write_at(spool_.descriptor(), bytes_of(values), end_, name_);
      end_ += bytes_of(values).size();
    });
  }

  void finish() override {
    std::vector<std::uint64_t> starts = {0};
    for (const Row& row : rows_) starts.push_back(starts.back() + row.count);
    const std::uint64_t count = starts.back();
    numpy::StoredZip zip(
        [this](std::string_view bytes) { write_all(file_.descriptor(), bytes, name_); },
        [this](std::uint64_t place, std::string_view bytes) { write_at(file_.descriptor(), bytes, place, name_); });
    // SciPy wants one type for both, and takes the smaller one where it can.
    const std::uint64_t largest = std::max<std::uint64_t>(count, shape_.columns.size());
    if (largest <= std::numeric_limits<std::int32_t>::max())
      write_places<std::int32_t>(zip, starts);
    else
      write_places<std::int64_t>(zip, starts);
    const std::uint64_t size = weight_size(shape_.kind);
    member(zip, "data", numpy::type_name(shape_.kind), {count}, count * size, [&] {
      std::vector<char> values;
      for (const Row& row : rows_) {
        values.resize(row.count * size);
        read_again(values.data(), values.size(), row.start + row.count * sizeof(std::uint32_t));
        zip.add(bytes_of(values));
      }
    });
    member(zip, "shape", "<i8", {2}, 2 * sizeof(std::int64_t), [&] {
      zip.add(bytes_of(std::vector<std::int64_t>{static_cast<std::int64_t>(shape_.rows),
                                                 static_cast<std::int64_t>(shape_.columns.size())}));
    });
    member(zip, "format", "|S3", {}, 3, [&] { zip.add("csr"); });
    zip.finish();
    file_.commit();
  }

 private:
  struct Row {
    std::uint64_t start = 0;  // in the spool: its columns, then its values
    std::uint64_t count = 0;
  };

  template <class F>
  static void member(numpy::StoredZip& zip, const std::string& name, const std::string& type,
                     std::vector<std::uint64_t> shape, std::uint64_t size, F&& content) {
    const std::string header = numpy::write_header("'" + type + "'", shape);
    zip.begin(name + ".npy", header.size() + size);
    zip.add(header);
    content();
    zip.end();
  }

  void read_again(void* into, std::size_t size, std::uint64_t place) const {
    if (read_at(spool_.descriptor(), into, size, place) != size) fail(name_, "its rows cannot be read again");
  }

  template <class Index>
  void write_places(numpy::StoredZip& zip, const std::vector<std::uint64_t>& starts) const {
    const std::string type = fmt::format("<i{}", sizeof(Index));
    member(zip, "indptr", type, {starts.size()}, starts.size() * sizeof(Index),
           [&] { zip.add(bytes_of(std::vector<Index>(starts.begin(), starts.end()))); });
    member(zip, "indices", type, {starts.back()}, starts.back() * sizeof(Index), [&] {
      std::vector<std::uint32_t> columns;
      for (const Row& row : rows_) {
        columns.resize(row.count);
        read_again(columns.data(), row.count * sizeof(std::uint32_t), row.start);
        zip.add(bytes_of(std::vector<Index>(columns.begin(), columns.end())));
      }
    });
  }

  FileReplacement spool_;  // never committed: rows in the order in which they came
  std::uint64_t end_ = 0;  // of the spool
  std::vector<Row> rows_;
};

class TableMatrix final : public AnyMatrix {
 public:
  TableMatrix(const std::filesystem::path& file, MatrixShape shape) : AnyMatrix(file, std::move(shape)) {
    write_all(file_.descriptor(), "from,to,distance\n", name_);
    for (const Vertex v : shape_.columns) names_.push_back(csv_field(to_text((*shape_.ids)[v])));
  }

  void write(std::uint64_t row, const Output& output) override {
    const std::string source = csv_field(to_text((*shape_.ids)[shape_.sources[row]]));
    fmt::memory_buffer lines;
    with_weight_type(shape_.kind, [&]<WeightType W>() {
      const std::span<const W> distances = output.distances_as<W>();
      for (std::size_t i = 0; i < shape_.columns.size(); ++i) {
        const W distance = distances[shape_.columns[i]];
        fmt::format_to(std::back_inserter(lines), "{},{},", source, names_[i]);
        if (distance == unreached<W>)
          fmt::format_to(std::back_inserter(lines), "inf\n");
        else
          fmt::format_to(std::back_inserter(lines), "{}\n", distance + W{0});  // not -0.0
      }
    });
    write_all(file_.descriptor(), {lines.data(), lines.size()}, name_);
  }

  void finish() override { file_.commit(); }

 private:
  std::vector<std::string> names_;  // of the columns
};

}  // namespace

std::optional<std::uint64_t> free_space(const std::filesystem::path& folder) {
  struct statvfs disk {};
  if (::statvfs(folder.c_str(), &disk) != 0) return std::nullopt;
  return std::uint64_t{disk.f_bavail} * disk.f_frsize;
}

std::unique_ptr<MatrixFile> open_matrix(const std::filesystem::path& file, MatrixFormat format, MatrixShape shape,
                                        const FreeSpace& space) {
  if (format == MatrixFormat::npy) return std::make_unique<DenseMatrix>(file, std::move(shape), space);
  if (format == MatrixFormat::csv) return std::make_unique<TableMatrix>(file, std::move(shape));
  return std::make_unique<SparseMatrix>(file, std::move(shape));
}

}  // namespace wayfront::host
