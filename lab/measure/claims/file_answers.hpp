// The answers in the file that measure.verify names, proved before anything is measured.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "answers/claims/claim.hpp"
#include "call/call.hpp"
#include "certify/asked.hpp"
#include "engine/claims/claim_judge.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {

class FileAnswers {
 public:
  /// Reads the answers from all `sources`, rows in their order; with {source} in the name, a file for each. `label` is
  /// that of the case. Refers to the graph, the scope and the sources.
  /// With `nearest` the only source is virtual. Throws the errors of read_claim().
  FileAnswers(const std::string& name, const std::string& label, double tolerance, const LoadedGraph& loaded,
              const Asked& scope, std::span<const Vertex> sources, bool nearest);

  /// Whether prove() can be called: if not, check() has to see a right answer to each batch.
  bool stands_alone() const;
  /// The certified answer from these sources, which follow each other in those of the constructor. Throws UserError
  /// (failed_run) if it is not right, or if predecessors in the file are not.
  Call prove(std::span<const Vertex> batch, unsigned threads);
  /// Throws UserError (failed_run) if the answer differs from this one, which is right, by more than the tolerance.
  void check(std::span<const Vertex> batch, const Output& right);

  const std::string& name() const { return name_; }
  /// After prove() or check() of all batches: what is known of the file, as a sentence.
  std::string finding() const;

 private:
  std::uint32_t row_of(std::span<const Vertex> batch) const;
  Claim rows(std::uint32_t first, std::size_t count) const;
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string name_;
  double tolerance_;
  const LoadedGraph& loaded_;
  const Asked& scope_;
  std::span<const Vertex> sources_;
  Claim claim_;
  double largest_error_ = 0;
};

}  // namespace wayfront::host
