// Road networks of the Transportation Networks repository, NAME_net.tntp: metadata lines "<NUMBER OF NODES> 24", a row
// of column names that starts with ~, then a row for each arc, ended by ";". Ids start at 1; arcs are directed.
//
// An option selects the weight column. <FIRST THRU NODE>, below which traffic may start and end but not pass, is
// ignored: a path may lead through any node.
#pragma once

#include <string>
#include <string_view>

#include "wayfront/plugin.hpp"

namespace wayfront::tntp {

struct Options {
  std::string weight_column;
};

class Tntp {
 public:
  static constexpr PluginAbout about{.name = "tntp",
                                     .version = "1.0.0",
                                     .summary = "Reads road networks of the Transportation Networks repository, .tntp.",
                                     .reference = "bstabler/TransportationNetworks, README",
                                     .capabilities = capability::any_weights};

  using Options = tntp::Options;
  static constexpr OptionRow rows[] = {
      text<&Options::weight_column>("weight_column", "free_flow_time",
                                    "The weight column, by its name in the row that starts with ~."),
  };

  explicit Tntp(const Options& options) : options_(options) {}

  static Match sniff(std::string_view head) noexcept;
  void load(const LoadRequest& request, GraphSink& sink, RunContext& context);

 private:
  Options options_;
};

}  // namespace wayfront::tntp
