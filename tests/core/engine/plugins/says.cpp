// A plugin that chooses as its options say: "dijkstra 0.5 0.001", its seconds to prepare and to solve; with "unsure" behind
// them, or a reason not to choose it.
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "wayfront/choose.hpp"

namespace wayfront {
namespace {

class Says {
 public:
  static constexpr PluginAbout about{.name = "says",
                                     .version = "1",
                                     .summary = "Chooses as its options say.",
                                     .capabilities = capability::any_weights | capability::negative_weights};
  struct Options {
    std::vector<std::string> says{};
    std::int64_t sources = 0;
    bool throws = false;
  };
  static constexpr OptionRow rows[] = {texts<&Options::says>("says", "What it says of plugins."),
                                       integer<&Options::sources>("sources", 0, {0, 1'000'000}, "Those that count."),
                                       boolean<&Options::throws>("throws", false, "Chooses nothing, but throws.")};
  explicit Says(const Options& options) : options_(options) {}

  Advice choose(const ChoiceQuestion& question) const {
    if (options_.throws) throw Failure(StatusCode::failed, "it was told to fail");
    Advice advice;
    advice.sources = options_.sources > 0 ? static_cast<std::uint64_t>(options_.sources) : question.sources;
    for (const std::string& line : options_.says) {
      std::istringstream words(line);
      std::string name, prepare, solve, rest;
      words >> name >> prepare >> solve;
      std::getline(words >> std::ws, rest);
      Estimate it{.plugin = question.plugins.size(),
                  .prepare = std::strtod(prepare.c_str(), nullptr),
                  .solve = std::strtod(solve.c_str(), nullptr),
                  .sure = rest != "unsure",
                  .why_not = rest == "unsure" ? "" : rest};
      for (std::size_t i = 0; i < question.plugins.size(); ++i)
        if (question.plugins[i].about->name == std::string_view(name)) it.plugin = i;
      advice.estimates.push_back(it);
    }
    advice.figures = "as told";
    return advice;
  }

 private:
  Options options_;
};

}  // namespace
}  // namespace wayfront

WAYFRONT_PLUGIN(wayfront::Says)
