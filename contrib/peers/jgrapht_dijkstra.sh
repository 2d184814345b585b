#!/bin/sh
# JGraphT's Dijkstra on the Java virtual machine, with Debian's packages.
jars=/usr/share/java/jgrapht-core.jar:/usr/share/java/jheaps.jar
weights=$(sed 's/.*"weights": "\([a-z0-9]*\)".*/\1/' "$1/graph.json")
if ! command -v javac >/dev/null || [ ! -e /usr/share/java/jgrapht-core.jar ]; then
  echo "skip JGraphT is missing: sudo apt-get install default-jdk-headless libjgrapht-java"
elif [ "$weights" != int32 ] && [ "$weights" != float64 ] || grep -q '"min_weight": -' "$1/graph.json"; then
  echo "skip this program takes int32 and float64 weights that are not negative"
else
  exec java -cp "$jars" "$(dirname "$0")/jgrapht_dijkstra.java" "$1" "$weights"
fi
