package unflake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows the tests of one piece of the order, for either JUnit, and writes the result of each. */
final class ResultRecorder {
  private final Stream stream;
  private final Frames frames;
  private final Map<String, Integer> runs = new HashMap<>();
  private List<Test> piece = new ArrayList<>();
  private final Set<String> started = new HashSet<>();
  private final Set<String> ended = new HashSet<>();
  private Test open;
  private long began;

  ResultRecorder(Stream stream, Frames frames, List<String> before) {
    this.stream = stream;
    this.frames = frames;
    for (String id : before) runs.merge(id, 1, Integer::sum);
  }

  void enter(List<Test> tests) {
    piece = tests;
    started.clear();
    ended.clear();
    open = null;
  }

  /** What runs now, such as a set-up shared by several tests, is recorded as part of the next test. */
  void approach(List<Test> tests) {
    for (Test test : tests) {
      if (open != null) return;
      if (!ended.contains(test.id)) start(test);
    }
  }

  void start(Test test) {
    if (ended.contains(test.id)) return;
    open = test;
    if (started.add(test.id)) stream.write("ev", "start", "id", test.id, "run", run(test));
    began = System.nanoTime();
  }

  void end(Test test, String outcome, Throwable error) {
    if (ended.contains(test.id)) {
      if (error != null) stream.problem("a second test of the same name, " + test.id + ": " + error);
      return;
    }
    if (open != test) start(test);
    double ms = (System.nanoTime() - began) / 1e6;
    Stream.Json failure = error == null || outcome.equals("passed") ? null : Stream.failure(error, frames.stackOf(error));
    stream.write("ev", "end", "id", test.id, "run", run(test), "outcome", outcome, "ms", ms, "error", failure);
    runs.merge(test.id, 1, Integer::sum);
    ended.add(test.id);
    open = null;
  }

  /** An exception in the test's own body means failed; in a fixture, errored. */
  void broke(Test test, Throwable error) {
    end(test, frames.isAround(error, test) ? "errored" : "failed", error);
  }

  /** A fixture of these tests failed: those that did not run share its outcome. Returns false if all had run. */
  boolean rest(List<Test> tests, String outcome, Throwable error) {
    boolean any = false;
    for (Test test : tests) {
      if (ended.contains(test.id)) continue;
      end(test, outcome, error);
      any = true;
    }
    return any;
  }

  List<Test> piece() {
    return piece;
  }

  void problem(String text) {
    stream.problem(text);
  }

  void retried(String text) {
    stream.retried(text);
  }


  private int run(Test test) {
    return runs.getOrDefault(test.id, 0);
  }
}
