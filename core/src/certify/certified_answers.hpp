// Answers that were proved to be correct, as they came from a plugin: an equal answer to the same question needs no
// proof. They are compared byte by byte, not by a digest. Each projection of rows has a store of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>

#include "base/big_array.hpp"
#include "certify/certificate.hpp"
#include "certify/crew.hpp"
#include "wayfront/graph.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class CertifiedAnswers {
 public:
  /// `budget`: bytes for all answers; the oldest make room for new ones. 0 keeps none. With `protect` they are
  /// write-protected: from plugins in this process.
  CertifiedAnswers(std::uint64_t budget, bool protect) : budget_(budget), protect_(protect) {}

  /// The certificate of an answer from `source` whose distances, exact_to and predecessors, or their absence, or whose
  /// reduction have the bytes of this row; null if there is none. `tree`, unless null, receives the tree that the proof gave; an answer
  /// that was kept without a tree does not count then. Valid until the next keep(). [any thread]
  const Certificate* find(Vertex source, const Output& output, std::uint32_t row, Vertex* tree, Crew crew) const;

  /// Keeps a row that was proved, before anything in it is cut off. `tree` is that of the proof, or null. A row that is
  /// larger than the budget, or for which memory is missing, is not kept.
  void keep(Vertex source, const Output& output, std::uint32_t row, const Vertex* tree, const Certificate& certificate,
            Crew crew);

  /// Keeps none of those so far.
  void clear();

  std::size_t count() const { return answers_.size(); }
  std::uint64_t bytes() const { return bytes_; }

 private:
  struct Answer {
    Vertex source = 0;
    bool has_predecessors = false;
    bool has_tree = false;
    std::size_t bytes = 0;
    BigArray<std::byte> memory{};  // distances, exact_to, predecessors, tree, figures of a reduction
    Certificate certificate{};
  };
  using Place = std::list<Answer>::iterator;

  void forget(Place answer);

  std::uint64_t budget_;
  bool protect_;
  std::uint64_t bytes_ = 0;
  std::list<Answer> answers_;                      // the oldest first
  std::map<Vertex, std::deque<Place>> of_source_;  // the oldest first
};

}  // namespace wayfront::host
