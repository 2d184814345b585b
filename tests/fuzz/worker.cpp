// A worker process sends any bytes (worker_process.cpp). The host must get through all its calls, and the process must be
// gone at the end.
#include <chrono>
#include <filesystem>

#include "engine/remote_instance.hpp"
#include "memory_file.hpp"
#include "run/host_context.hpp"

using namespace wayfront;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "fuzz_worker_process";
  static host::Arena arena(2);
  static constexpr Vertex sources[] = {0, 1};
  const MemoryFile said(data, size);
  const bool large = size != 0 && (data[0] & 1) != 0;  // an answer that is read from the worker's memory
  const host::VertexIds ids;
  host::MemoryRoom room;
  const auto ignore = [](std::string_view) {};
  host::RemoteInstance instance({.program = program}, said.descriptor(), nlohmann::json::object(), ids,
                                {ignore, ignore}, room, 0);
  double seconds = 0;
  constexpr double limit = 20;
  if (instance.prepare(limit, seconds).status == host::RunStatus::ok) {
    host::AnswerCopy copy;
    host::Call call;
    Output& output = copy.output({.vertices = large ? 300'000U : 5U, .rows = 2, .predecessors = true});
    const host::Ending ending = instance.solve(sources, limit, call, host::Projection::none, output, arena);
    if (ending.status == host::RunStatus::ok && call.sources != 2) fault("the figures are of other sources");
    if (instance.answers()) instance.try_call(sources, limit, call);
  }
  instance.end(std::chrono::steady_clock::now() + std::chrono::seconds(20));
  for (const std::string& note : instance.notes())
    if (note.find('\n') != std::string::npos) fault("a note has more than one line");
  if (instance.process()) fault("the process goes on");
  return 0;
}
