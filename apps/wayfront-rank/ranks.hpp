// The ranks: processes of one MPI job, here and on other machines.
#pragma once

#include "programs/mpi_ranks.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "record/result.hpp"

namespace wayfront::ranks {

/// What was sent to other ranks; bytes are those of the content.
using Traffic = host::MessageCount;

/// All ranks. Members but id(), count() and host() are called by all of them together.
class Ranks {
 public:
  Ranks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &id_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
  }
  int id() const { return id_; }
  int count() const { return count_; }
  using HostName = std::array<char, MPI_MAX_PROCESSOR_NAME>;
  /// The name of this rank's machine.
  static HostName host() {
    HostName name{};
    int length = 0;
    MPI_Get_processor_name(name.data(), &length);
    return name;
  }

  // Of std::uint64_t or double.
  auto sum(auto mine) const { return reduce(mine, MPI_SUM); }
  auto min(auto mine) const { return reduce(mine, MPI_MIN); }
  auto max(auto mine) const { return reduce(mine, MPI_MAX); }
  void wait_for_all() const { MPI_Barrier(MPI_COMM_WORLD); }

  /// From each rank what it has for this one: mine[r] goes to rank r.
  template <class T>
  std::vector<T> exchange_one(const std::vector<T>& mine) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> theirs(mine.size());
    MPI_Alltoall(mine.data(), sizeof(T), MPI_BYTE, theirs.data(), sizeof(T), MPI_BYTE, MPI_COMM_WORLD);
    return theirs;
  }

  /// What each rank has, in their order.
  template <class T>
  std::vector<T> gather(T mine) const {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(count_));
    MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, MPI_COMM_WORLD);
    return all;
  }
  /// What rank `from` has.
  template <class T>
  T tell(T mine, int from) const {
    static_assert(std::is_trivially_copyable_v<T>);
    MPI_Bcast(&mine, sizeof mine, MPI_BYTE, from, MPI_COMM_WORLD);
    return mine;
  }
  std::string tell(std::string mine, int from) const {
    mine.resize(tell(mine.size(), from));
    MPI_Bcast(mine.data(), static_cast<int>(mine.size()), MPI_CHAR, from, MPI_COMM_WORLD);
    return mine;
  }
  /// Each number becomes the sum of those of all ranks at that place.
  void sum(std::vector<std::uint64_t>& numbers) const {
    constexpr std::size_t piece = std::size_t{1} << 20;
    for (std::size_t at = 0; at < numbers.size(); at += piece)
      MPI_Allreduce(MPI_IN_PLACE, numbers.data() + at, static_cast<int>(std::min(piece, numbers.size() - at)),
                    MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  }

  /// The first text that is not empty, in the order of the ranks, behind its rank's number; "" if all are.
  std::string first_of(const std::string& mine) const {
    const auto first = min(mine.empty() ? static_cast<std::uint64_t>(count_) : static_cast<std::uint64_t>(id_));
    if (first == static_cast<std::uint64_t>(count_)) return {};
    return "rank " + std::to_string(first) + ": " + tell(mine, static_cast<int>(first));
  }

 private:
  static constexpr MPI_Datatype type_of(std::uint64_t) { return MPI_UINT64_T; }
  static constexpr MPI_Datatype type_of(double) { return MPI_DOUBLE; }
  template <class T>
  T reduce(T mine, MPI_Op operation) const {
    T all{};
    MPI_Allreduce(&mine, &all, 1, type_of(mine), operation, MPI_COMM_WORLD);
    return all;
  }

  int id_ = 0;
  int count_ = 1;
};

/// Lists of T for each rank, swapped in pieces, so that the buffers stay small however long the lists are.
template <class T>
class Exchange {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  /// `piece`: elements for one rank that travel at a time.
  Exchange(const Ranks& ranks, std::size_t piece) : ranks_(ranks), piece_(piece), requests_(2 * peers()) {
    outgoing_.resize(peers());
    incoming_.resize(peers());
  }

  /// Sends sizes[r] elements to rank r, made by make(r, i), and calls take(r, element) for those of rank r, of which
  /// there are theirs[r]. Nothing goes to this rank itself.
  template <class Make, class Take>
  void run(const std::vector<std::uint64_t>& sizes, const std::vector<std::uint64_t>& theirs, Traffic& traffic,
           const Make& make, const Take& take) {
    for (std::uint64_t done = 0;; done += piece_) {
      int open = 0;
      for (std::size_t r = 0; r < peers(); ++r) {
        const std::size_t count = at(theirs[r], done);
        incoming_[r].resize(count);
        if (count != 0)
          MPI_Irecv(incoming_[r].data(), bytes(count), MPI_BYTE, static_cast<int>(r), tag, MPI_COMM_WORLD,
                    &requests_[static_cast<std::size_t>(open++)]);
      }
      for (std::size_t r = 0; r < peers(); ++r) {
        const std::size_t count = at(sizes[r], done);
        outgoing_[r].resize(count);
        for (std::size_t i = 0; i < count; ++i) outgoing_[r][i] = make(r, done + i);
        if (count == 0) continue;
        MPI_Isend(outgoing_[r].data(), bytes(count), MPI_BYTE, static_cast<int>(r), tag, MPI_COMM_WORLD,
                  &requests_[static_cast<std::size_t>(open++)]);
        ++traffic.messages;
        traffic.bytes += count * sizeof(T);
      }
      if (open == 0 && finished(sizes, done) && finished(theirs, done)) return;
      MPI_Waitall(open, requests_.data(), MPI_STATUSES_IGNORE);
      for (std::size_t r = 0; r < peers(); ++r)
        for (const T& element : incoming_[r]) take(r, element);
    }
  }

 private:
  static constexpr int tag = 1;
  std::size_t peers() const { return static_cast<std::size_t>(ranks_.count()); }
  static int bytes(std::size_t count) { return static_cast<int>(count * sizeof(T)); }
  std::size_t at(std::uint64_t size, std::uint64_t done) const {
    return size <= done ? 0 : static_cast<std::size_t>(size - done < piece_ ? size - done : piece_);
  }
  static bool finished(const std::vector<std::uint64_t>& sizes, std::uint64_t done) {
    for (const std::uint64_t size : sizes)
      if (size > done) return false;
    return true;
  }

  const Ranks& ranks_;
  std::size_t piece_;
  std::vector<std::vector<T>> outgoing_, incoming_;
  std::vector<MPI_Request> requests_;
};

}  // namespace wayfront::ranks
