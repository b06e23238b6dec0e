package unflake;

import java.util.List;

/** What the probe needs from one JUnit version. */
interface Tests {
  /** Every test of these classes, in JUnit's own order; problems go to `recorder`. */
  List<Test> of(List<Class<?>> classes, ResultRecorder recorder) throws Exception;

  /** The order, cut into pieces that this JUnit runs in exactly that order. */
  List<List<Test>> pieces(List<Test> order) throws Exception;

  void run(List<Test> piece, ResultRecorder recorder) throws Exception;
}
