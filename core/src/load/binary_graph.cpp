#include "load/binary_graph.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "base/big_array.hpp"
#include "base/errors.hpp"
#include "files/byte_source.hpp"
#include "files/file_input.hpp"
#include "files/file_replacement.hpp"
#include "graph/weight_kind.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/loaded_graph.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

constexpr std::uint64_t grain = std::uint64_t{1} << 14;  // vertices

/// A descriptor to map: the file itself, or its content in memory if it is compressed or a pipe.
FileHandle open_content(const std::filesystem::path& path, FileInput& input) {
  struct stat status {};
  if (input.compression().empty() && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
      throw UserError(ExitCode::input, fmt::format("{}: cannot be opened: {}", path.string(), std::strerror(errno)));
    return FileHandle(descriptor);
  }
  const std::string name = path.string() + ", unpacked into memory";
  FileHandle memory(::memfd_create("wayfront-unpacked", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (memory.get() < 0) throw UserError(ExitCode::input, fmt::format("{}: cannot be: {}", name, std::strerror(errno)));
  for (std::string_view piece; !(piece = input.bytes()).empty();) write_all(memory.get(), piece, name);
  ::fcntl(memory.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
  return memory;
}

/// A weight as another kind: a float is rounded, but must stay finite; an integer must be exact and within range.
template <WeightType To, WeightType From>
bool convert(From from, To& to) {
  to = static_cast<To>(0);
  if constexpr (std::is_floating_point_v<To>) {
    to = static_cast<To>(from);
    return std::isfinite(to);
  } else {
    if constexpr (std::is_floating_point_v<From>) {
      constexpr From end = From{2} * static_cast<From>(std::numeric_limits<To>::max() / 2 + 1);  // 2^31, 2^63
      if (!(std::abs(from) < end) || from != std::trunc(from)) return false;
    } else {
      if (!std::in_range<To>(from)) return false;
    }
    to = static_cast<To>(from);
    return to != unreached<To> && to != std::numeric_limits<To>::lowest();
  }
}

template <WeightType To, WeightType From, OffsetType O>
OwnedCsr with_weights(const OwnedCsr& csr, const CsrView<From, O>& view, const std::string& name, RunContext& context) {
  struct Owner {
    std::shared_ptr<const void> rest;
    BigArray<To> weights;
  };
  const auto owner = std::make_shared<Owner>(Owner{csr.owner, make_big_array<To>(view.edges)});
  context.parallel_for(view.edges, grain, [&](std::uint64_t begin, std::uint64_t end) {
    context.throw_if_cancelled();
    for (std::uint64_t e = begin; e < end; ++e)
      if (!convert(view.weights[e], owner->weights[e]))
        throw UserError(ExitCode::input, fmt::format("{}: arc {} has weight {}, which does not fit {}; use weights = "
                                                     "\"{}\", on the command line --weights {}",
                                                     name, e, view.weights[e], host::name(weight_kind<To>),
                                                     host::name(weight_kind<From>), host::name(weight_kind<From>)));
  });
  return {CsrView<To, O>{view.vertices, view.edges, view.offsets, view.targets, owner->weights.get()}, owner};
}

OwnedCsr as_kind(OwnedCsr csr, WeightKind kind, const std::string& name, RunContext& context) {
  return visit(csr.view, [&]<class W, class O>(const CsrView<W, O>& view) -> OwnedCsr {
    if (weight_kind<W> == kind) return csr;
    return with_weight_type(kind, [&]<WeightType To>() { return with_weights<To>(csr, view, name, context); });
  });
}

}  // namespace

LoadedGraph load_binary(const GraphRequest& request, FileInput& input, RunContext& context) {
  const std::string name = request.path.string();
  const FileHandle file = open_content(request.path, input);
  LoadedGraph loaded = map_checked(file.get(), cache_directory(request.cache), name, context, true);
  const std::string rule = describe(request.missing_weights);
  if (!loaded.weighted && !request.rule_stands_in && !rule.empty() && rule != loaded.weight_rule)
    throw UserError(ExitCode::input,
                    fmt::format("{}: its weights come from the rule {}; for {}, write it again from the original file",
                                name, loaded.weight_rule, rule));
  loaded.loader_reason =
      fmt::format("it starts like a binary graph file of Wayfront; made from {} by {}", loaded.name, loaded.loader);
  loaded.loader = binary_loader;
  loaded.cache_key.clear();
  loaded.name = request.path.filename().string();
  loaded.compression = input.compression();
  loaded.bytes = static_cast<std::uint64_t>(::lseek(file.get(), 0, SEEK_END));
  if (loaded.graph->info().weights == request.weights && request.steps.empty()) return loaded;

  GraphInSteps graph{{loaded.graph->csr(), loaded.graph}, loaded.directed};
  graph.csr = as_kind(std::move(graph.csr), request.weights, name, context);
  finish_graph(std::move(graph), request.steps, loaded, context);
  require_unchanged(loaded);
  return loaded;
}

}  // namespace wayfront::host
