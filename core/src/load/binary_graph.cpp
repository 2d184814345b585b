#include "load/binary_graph.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "base/errors.hpp"
#include "files/byte_source.hpp"
#include "files/file_input.hpp"
#include "files/file_replacement.hpp"
#include "graph/weight_kind.hpp"
#include "load/cache/graph_cache.hpp"
#include "load/choice/weight_choice.hpp"
#include "load/loaded_graph.hpp"

namespace wayfront::host {
namespace {

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
  add_coordinates(request, nullptr, loaded.graph->info().vertices, loaded);
  const WeightKind kind = loaded.graph->info().weights;
  if (request.weights) loaded.weights_reason = "requested";
  if (loaded.weights_reason.empty() || (!request.weights && loaded.weights_reason == "requested"))
    loaded.weights_reason = "the binary file has that type";
  if (request.weights.value_or(kind) == kind && request.steps.empty()) return loaded;

  GraphInSteps graph{{loaded.graph->csr(), loaded.graph}, loaded.directed};
  graph.csr = with_weights_as(std::move(graph.csr), request.weights.value_or(kind), name, context);
  finish_graph(std::move(graph), request, loaded, context);
  require_unchanged(loaded);
  return loaded;
}

}  // namespace wayfront::host
