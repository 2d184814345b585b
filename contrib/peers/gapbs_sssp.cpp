// GAPBS's delta-stepping, compiled from its own sources by gapbs_sssp.sh: FOLDER DELTA.
#define main gapbs_main
#include "sssp.cc"
#undef main
#include <fstream>
std::vector<int> numbers(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string all(std::istreambuf_iterator<char>(in), {});
  return {reinterpret_cast<const int*>(all.data() + 128), reinterpret_cast<const int*>(all.data() + all.size())};
}
int main(int, char** arguments) {
  const std::string folder = std::string(arguments[1]) + '/';
  const auto offsets = numbers(folder + "offsets.npy"), targets = numbers(folder + "targets.npy"), weights = numbers(folder + "weights.npy");
  auto** const index = new WNode*[offsets.size()]; auto* const ends = new WNode[targets.size() + 1];
  for (std::size_t i = 0; i < targets.size(); ++i) ends[i] = WNode(targets[i], weights[i]);
  for (std::size_t u = 0; u < offsets.size(); ++u) index[u] = ends + offsets[u];
  const WGraph& graph = *new WGraph(static_cast<int64_t>(offsets.size()) - 1, index, ends, index, ends);
  std::cout << "ready GAPBS" << std::endl;
  Timer timer;
  for (NodeID source; std::cin.ignore(6) >> source; std::cout << "done " << timer.Seconds() << std::endl) {
    timer.Start(); const pvector<WeightT> found = DeltaStep(graph, source, std::atoi(arguments[2])); timer.Stop();
    std::vector<double> distances(found.begin(), found.end());
    std::replace(distances.begin(), distances.end(), static_cast<double>(kDistInf), HUGE_VAL);
    std::fstream(folder + "distances.npy", std::ios::in | std::ios::out).seekp(128).write(reinterpret_cast<char*>(distances.data()), static_cast<std::streamsize>(8 * distances.size()));
  } }
