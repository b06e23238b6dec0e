package unflake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Splits an order where JUnit cannot follow it: at a test that repeats and at a class that is entered again. */
final class Pieces {
  private Pieces() {}

  /** `alone`: one class per piece. */
  static List<List<Test>> byClass(List<Test> order, boolean alone) {
    List<List<Test>> pieces = new ArrayList<>();
    Set<String> left = new HashSet<>();
    Set<String> tests = new HashSet<>();
    String file = null;
    for (Test test : order) {
      boolean moves = !test.file.equals(file);
      if (file == null || tests.contains(test.id) || (moves && (alone || left.contains(test.file)))) {
        pieces.add(new ArrayList<>());
        left.clear();
        tests.clear();
      } else if (moves) left.add(file);
      file = test.file;
      tests.add(test.id);
      pieces.get(pieces.size() - 1).add(test);
    }
    return pieces;
  }

  /** JUnit runs the piece in the order `natural`, so it is cut into the longest parts that keep that order. */
  static List<List<Test>> rising(List<Test> piece, List<Test> natural) {
    Map<Test, Integer> places = new HashMap<>();
    for (Test test : natural) places.put(test, places.size());
    List<List<Test>> parts = new ArrayList<>();
    int last = Integer.MAX_VALUE;
    for (Test test : piece) {
      int place = places.get(test);
      if (place <= last) parts.add(new ArrayList<>());
      last = place;
      parts.get(parts.size() - 1).add(test);
    }
    return parts;
  }
}
