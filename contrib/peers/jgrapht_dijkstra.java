import java.nio.*; import java.nio.channels.FileChannel; import java.nio.file.*; import java.util.*;
import org.jgrapht.alg.shortestpath.DijkstraShortestPath; import org.jgrapht.graph.*;
class Peer {
  static ByteBuffer numbers(String file, FileChannel.MapMode mode, OpenOption... options) throws Exception {
    var channel = FileChannel.open(Path.of(file), options);
    return channel.map(mode, 128, channel.size() - 128).order(ByteOrder.LITTLE_ENDIAN);  // after the header
  }
  public static void main(String[] folder) throws Exception {
    var data = new ArrayList<ByteBuffer>();
    for (var name : List.of("/offsets.npy", "/targets.npy", "/weights.npy"))
      data.add(numbers(folder[0] + name, FileChannel.MapMode.READ_ONLY, StandardOpenOption.READ));
    var distances = numbers(folder[0] + "/distances.npy", FileChannel.MapMode.READ_WRITE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    var graph = new DirectedWeightedPseudograph<Integer, DefaultWeightedEdge>(DefaultWeightedEdge.class);
    int vertices = data.get(0).limit() / 4 - 1;
    for (int u = 0; u < vertices; u++) graph.addVertex(u);
    for (int u = 0; u < vertices; u++) for (int i = data.get(0).getInt(4 * u); i < data.get(0).getInt(4 * u + 4); i++)
      graph.setEdgeWeight(graph.addEdge(u, data.get(1).getInt(4 * i)), folder[1].equals("int32") ? data.get(2).getInt(4 * i) : data.get(2).getDouble(8 * i));
    System.out.println("ready JGraphT");
    for (var in = new Scanner(System.in); in.hasNext() && in.next().equals("solve"); System.out.println("done")) {
      var paths = new DijkstraShortestPath<>(graph).getPaths(in.nextInt());
      for (int v = 0; v < vertices; v++) distances.putDouble(8 * v, paths.getWeight(v));
    }
  }
}
