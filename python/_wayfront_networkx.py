"""What NetworkX asks about the backend "wayfront" while it is itself imported: so this imports nothing."""

FUNCTIONS = """
    all_pairs_bellman_ford_path all_pairs_bellman_ford_path_length all_pairs_dijkstra all_pairs_dijkstra_path
    all_pairs_dijkstra_path_length all_pairs_shortest_path all_pairs_shortest_path_length astar_path
    astar_path_length average_shortest_path_length bellman_ford_path bellman_ford_path_length
    bellman_ford_predecessor_and_distance bidirectional_dijkstra bidirectional_shortest_path dijkstra_path
    dijkstra_path_length dijkstra_predecessor_and_distance find_negative_cycle floyd_warshall floyd_warshall_numpy
    floyd_warshall_predecessor_and_distance goldberg_radzik has_path johnson multi_source_dijkstra
    multi_source_dijkstra_path multi_source_dijkstra_path_length negative_edge_cycle predecessor shortest_path
    shortest_path_length single_source_bellman_ford single_source_bellman_ford_path
    single_source_bellman_ford_path_length single_source_dijkstra single_source_dijkstra_path
    single_source_dijkstra_path_length single_source_shortest_path single_source_shortest_path_length
    single_target_shortest_path single_target_shortest_path_length
""".split()


def backend_info():
    """What NetworkX 3.2 and later show of this backend."""
    return {
        "backend_name": "wayfront",
        "project": "wayfront",
        "package": "wayfront",
        "short_summary": "Certified shortest paths, also with negative weights",
        "functions": {name: {} for name in FUNCTIONS},
    }
