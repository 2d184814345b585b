// The field tables of a call. A line here is a key of its JSON, on the channel of workers and in reports, and a column of
// samples.csv.
#pragma once

#include "base/fields.hpp"
#include "call/call.hpp"

namespace wayfront::host {

template <>
inline constexpr auto fields<Work> = std::tuple{
    field<&Work::rounds>("rounds", Unit::count, "Barriers between sets of relaxations."),
    field<&Work::settled>("settled", Unit::count, "Vertices scanned, without stale ones."),
    field<&Work::relaxed>("relaxed", Unit::count, "Arcs looked at."),
    field<&Work::improved>("improved", Unit::count, "Relaxations that lowered a distance."),
    field<&Work::pushed>("pushed", Unit::count, "Entries put into a frontier or queue."),
    field<&Work::stale>("stale", Unit::count, "Entries taken out that no longer mattered."),
};

template <>
inline constexpr auto fields<OwnCounter> = std::tuple{
    field<&OwnCounter::name>("name", Unit::text, "As its plugin calls it."),
    field<&OwnCounter::count>("count", Unit::count, "Of this call."),
};

template <>
inline constexpr auto fields<TracedRound> = std::tuple{
    field<&TracedRound::round>("round", Unit::count, "Its number."),
    field<&TracedRound::active>("active", Unit::count, "Vertices that it took."),
    field<&TracedRound::relaxed>("relaxed", Unit::count, "Arcs looked at."),
    field<&TracedRound::improved>("improved", Unit::count, "Relaxations that lowered a distance."),
    field<&TracedRound::limit>("limit", Unit::other, "Of the schedule; null where it has none.", Null::infinite),
    field<&TracedRound::seconds>("seconds", Unit::seconds, "Since the start of the solve."),
};

template <>
inline constexpr auto fields<DeviceShare> = std::tuple{
    field<&DeviceShare::device>("device", Unit::other, "Its number."),
    field<&DeviceShare::sources>("sources", Unit::count, "That it solved."),
    field<&DeviceShare::calls>("calls", Unit::count, "In which it solved them."),
    field<&DeviceShare::seconds>("seconds", Unit::seconds, "In these calls."),
    field<&DeviceShare::failure>("failure", Unit::text, Presence::sparse, "Why it solved nothing afterwards."),
};

/// Without the cycle and the rounds, whose form depends on other fields (call_json.cpp).
template <>
inline constexpr auto fields<Call> = std::tuple{
    field<&Call::solve>("solve_seconds", Unit::seconds, "The call, by the clock of its process."),
    field<&Call::setup>("setup_seconds", Unit::seconds, "What it builds before it searches.", Null::no_number),
    field<&Call::upload>("upload_seconds", Unit::seconds, "Copies to a device.", Null::no_number),
    field<&Call::compute>("compute_seconds", Unit::seconds, "The search.", Null::no_number),
    field<&Call::download>("download_seconds", Unit::seconds, "Copies from a device.", Null::no_number),
    field<&Call::host>("host_seconds", Unit::seconds, "The host's own cost around it.", Null::no_number),
    field<&Call::verify>("verify_seconds", Unit::seconds, "The certificate.", Null::no_number),
    field<&Call::peer>("peer_seconds", Unit::seconds, Presence::sparse, "By the clock of a program that was asked."),
    field<&Call::outcome>("outcome", Unit::text, "Solved, or a negative cycle."),
    field<&Call::certificate, &Certificate::finding>("verdict", Unit::text, "Of the certificate."),
    field<&Call::certificate, &Certificate::reason>("verdict_reason", Unit::text, Presence::sparse, "Why."),
    field<&Call::certificate, &Certificate::reached>("reached_vertices", Unit::count,
                                                     "With a finite distance, of all rows."),
    field<&Call::certificate, &Certificate::reached_edges>("reached_edges", Unit::count, "Their arcs."),
    field<&Call::certificate, &Certificate::distance_sum>("distance_sum", Unit::other, "Of the finite distances.",
                                                          Null::no_number),
    field<&Call::certificate, &Certificate::max_distance>("distance_max", Unit::other, "The largest finite distance.",
                                                          Null::no_number),
    field<&Call::certificate, &Certificate::digest>("digest", Unit::text, "Of the distances."),
    field<&Call::forced_switches>("forced_switches", Unit::count, Presence::later,
                                  "Times that a thread of its process lost its processor."),
    field<&Call::work>("work", Unit::other, "What the plugin counted."),
    field<&Call::counters>("counters", Unit::other, Presence::sparse, "What it counted besides, by names of its own."),
    field<&Call::sources>("sources", Unit::count, Presence::sparse, "Rows of the answer."),
    field<&Call::compared>("compared", Unit::count, Presence::sparse, "Of its sources: rows that equal a proved one."),
    field<&Call::certified>("certified", Unit::count, Presence::sparse, "Of its sources: rows that were certified."),
    field<&Call::checked>("checked", Unit::count, Presence::sparse, "Rows that the plugin checked."),
    field<&Call::unchecked>("unchecked", Unit::count, Presence::sparse, "Rows that the plugin could not check."),
    field<&Call::devices>("devices", Unit::other, Presence::sparse, "What each of several devices did."),
};

}  // namespace wayfront::host
