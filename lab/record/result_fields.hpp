// The field tables of results: what report.json and samples.jsonl have of runs, samples, readings and ranks.
#pragma once

#include "base/fields.hpp"
#include "call/call_fields.hpp"
#include "record/result.hpp"

namespace wayfront::host {

template <>
inline constexpr auto fields<RankMember> = std::tuple{
    field<&RankMember::host>("host", Unit::text, "Its machine."),
    field<&RankMember::vertices>("vertices", Unit::count, "Its own."),
    field<&RankMember::edges>("edges", Unit::count, "Its own."),
    field<&RankMember::ghosts>("ghosts", Unit::count, "Vertices of others that its arcs lead to."),
    field<&RankMember::share_bytes>("share_bytes", Unit::bytes, "Its part of the graph."),
    field<&RankMember::peak_bytes>("peak_bytes", Unit::bytes, "Resident."),
};

template <>
inline constexpr auto fields<MessageCount> = std::tuple{
    field<&MessageCount::messages>("messages", Unit::count, "All ranks together."),
    field<&MessageCount::bytes>("bytes", Unit::bytes, "In them."),
    field<&MessageCount::collectives>("collectives", Unit::count, "Calls that all make together."),
};

template <>
inline constexpr auto fields<RankTraffic> = std::tuple{
    field<&RankTraffic::crossing>("crossing", Unit::count, "Arcs to another rank's vertices."),
    field<&RankTraffic::solve>("solve", Unit::other, "What ranks sent each other to solve."),
    field<&RankTraffic::certificate>("certificate", Unit::other, "And to certify the answer."),
};

/// A sample has the fields of its call, and these.
template <>
inline constexpr auto fields<Sample> = std::tuple{
    field<&Sample::source>("source", Unit::other, "The file's id; of a batch, the first one."),
    field<&Sample::repeat>("repeat", Unit::count, "Its number."),
    field<&Sample::ranks>("ranks", Unit::other, Presence::sparse, "Of a solve on slices."),
};

/// Without its samples.
template <>
inline constexpr auto fields<RunResult> = std::tuple{
    field<&RunResult::label>("label", Unit::text, "Its name in the pipeline."),
    group("plugin", Presence::required, field<&RunResult::plugin>("name", Unit::text, "The plugin."),
          field<&RunResult::version>("version", Unit::text, "As it says."),
          field<&RunResult::file>("file", Unit::text, "Its library.")),
    field<&RunResult::options>("options", Unit::other, "Every one, with value and whether it was set."),
    field<&RunResult::devices>("devices", Unit::text, Presence::sparse, "The devices that it was given."),
    field<&RunResult::baseline>("baseline", Unit::other, "Whether speedups refer to it."),
    field<&RunResult::control>("control", Unit::other, Presence::later, "Whether it is the baseline again."),
    field<&RunResult::predecessors>("predecessors", Unit::text, "Who made them."),
    field<&RunResult::status>("status", Unit::text, "How it ended."),
    field<&RunResult::reason>("reason", Unit::text, "Why, if it is not ok."),
    field<&RunResult::usage, &Usage::called>("called", Unit::text, Presence::sparse, "The plugins that it called."),
    field<&RunResult::notes>("notes", Unit::text, Presence::sparse, "Of its plugin, and on side effects."),
    field<&RunResult::prepare>("prepare_seconds", Unit::seconds, "Once per graph."),
    field<&RunResult::key>("key", Unit::text, Presence::sparse, "Samples of equal keys are interchangeable."),
    field<&RunResult::unwritten>("unwritten", Unit::text, Presence::sparse, "Why answers are not in their files."),
    field<&RunResult::usage, &Usage::peak_bytes>("peak_bytes", Unit::bytes, "Taken through the host."),
    group("device_memory", Presence::sparse,
          field<&RunResult::usage, &Usage::device, &DeviceBytes::peak>("peak_bytes", Unit::bytes,
                                                                       "Taken from its devices."),
          field<&RunResult::usage, &Usage::device, &DeviceBytes::estimate>("estimated_bytes", Unit::bytes,
                                                                           Presence::sparse, "Said before.")),
    group("workers", Presence::sparse,
          field<&RunResult::usage, &Usage::workers>("processes", Unit::count, "One after another."),
          field<&RunResult::usage, &Usage::start>("start_seconds", Unit::seconds, Presence::later,
                                                  "Until they could prepare."),
          field<&RunResult::usage, &Usage::user>("user_seconds", Unit::seconds, "Of processors."),
          field<&RunResult::usage, &Usage::system>("system_seconds", Unit::seconds, "Of processors."),
          field<&RunResult::usage, &Usage::opening>("opening_seconds", Unit::seconds, Presence::later,
                                                    "Of processors, while the plugin was opened."),
          field<&RunResult::usage, &Usage::outside>("outside_seconds", Unit::seconds, Presence::later,
                                                    "Of processors, between calls."),
          field<&RunResult::usage, &Usage::waiting>("waiting_seconds", Unit::seconds, Presence::later,
                                                    "How long that was."),
          field<&RunResult::usage, &Usage::peak_resident_bytes>("peak_resident_bytes", Unit::bytes,
                                                                "Of any of them, with the mapped graph.")),
    field<&RunResult::ranks>("ranks", Unit::other, Presence::sparse, "Each rank of a run on slices."),
};

template <>
inline constexpr auto fields<DeviceReading> = std::tuple{
    field<&DeviceReading::device>("device", Unit::other, "As CUDA counts."),
    field<&DeviceReading::source>("source", Unit::other, "Of the block that begins."),
    field<&DeviceReading::repeat>("repeat", Unit::count, "Of that block."),
    field<&DeviceReading::graphics_mhz>("graphics_mhz", Unit::other, "Its clock."),
    field<&DeviceReading::memory_mhz>("memory_mhz", Unit::other, "Its memory's clock."),
    field<&DeviceReading::celsius>("celsius", Unit::other, "Its temperature."),
    field<&DeviceReading::watts>("watts", Unit::other, "Its power."),
    field<&DeviceReading::throttled>("throttled", Unit::text, "Why its clocks were lower."),
};

template <>
inline constexpr auto fields<MachineReading> = std::tuple{
    field<&MachineReading::source>("source", Unit::other, "Of the block that ended."),
    field<&MachineReading::repeat>("repeat", Unit::count, "Of that block."),
    field<&MachineReading::seconds>("seconds", Unit::seconds, "Since the reading before."),
    field<&MachineReading::others>("others", Unit::count, Presence::sparse, "Processors that other processes used."),
    field<&MachineReading::stolen>("stolen", Unit::count, Presence::sparse, "Processors that the hypervisor took."),
    field<&MachineReading::load>("load", Unit::count, Presence::sparse, "Average over a minute."),
    field<&MachineReading::runnable>("runnable", Unit::count, Presence::sparse, "Tasks, without the host's own."),
    field<&MachineReading::mhz>("mhz", Unit::other, Presence::sparse, "Of one processor."),
    field<&MachineReading::throttles>("throttles", Unit::count, Presence::sparse, "How often a processor was too hot."),
};

template <>
inline constexpr auto fields<Readings> = std::tuple{
    field<&Readings::devices>("device_readings", Unit::other, Presence::sparse, "One for each GPU and block."),
    field<&Readings::machine>("machine_readings", Unit::other, Presence::sparse,
                              "One for the time before a block's end."),
};

/// Without its graph, its readings and its runs.
template <>
inline constexpr auto fields<Results> = std::tuple{
    field<&Results::started>("started", Unit::text, "UTC."),
    field<&Results::seconds>("seconds", Unit::seconds, "Of everything."),
    field<&Results::interrupted>("interrupted", Unit::other, "Whether it ended early."),
    field<&Results::machine>("machine", Unit::other, "And how this program was built."),
    field<&Results::pipeline>("pipeline", Unit::other, "Every setting."),
    field<&Results::sources>("sources", Unit::other, "Ids as in the file."),
};

}  // namespace wayfront::host
