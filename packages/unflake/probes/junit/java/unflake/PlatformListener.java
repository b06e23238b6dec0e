package unflake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Maps JUnit Platform events to ours. Invocations count towards their test; a container's failure is the outcome of its tests that did not
 * run.
 */
final class PlatformListener implements TestExecutionListener {
  private final ResultRecorder recorder;
  private final Map<String, Test> byUniqueId;
  private final Map<Test, String> uniqueIds;
  private final Map<Test, Fold> folds = new HashMap<>();

  PlatformListener(ResultRecorder recorder, Map<String, Test> byUniqueId, Map<Test, String> uniqueIds) {
    this.recorder = recorder;
    this.byUniqueId = byUniqueId;
    this.uniqueIds = uniqueIds;
  }

  @Override
  public void executionStarted(TestIdentifier node) {
    Test test = byUniqueId.get(node.getUniqueId());
    if (test != null) recorder.start(test);
    // A class starts its own set-up here; an engine has none.
    else if (node.getParentId().isPresent() && above(node) == null) recorder.approach(under(node));
  }

  @Override
  public void executionSkipped(TestIdentifier node, String reason) {
    Test test = byUniqueId.get(node.getUniqueId());
    Test parent = test == null ? above(node) : null;
    if (test != null) recorder.end(test, "skipped", null);
    else if (parent != null) fold(parent).skipped += 1;
    else recorder.rest(under(node), "skipped", null);
  }

  @Override
  public void executionFinished(TestIdentifier node, TestExecutionResult result) {
    Test test = byUniqueId.get(node.getUniqueId());
    Test parent = test == null ? above(node) : null;
    Throwable error = result.getThrowable().orElse(null);
    if (test != null) finish(test, result.getStatus(), error);
    else if (parent != null) fold(parent).add(node, result.getStatus(), error);
    else around(node, result.getStatus(), error);
  }

  private void finish(Test test, TestExecutionResult.Status status, Throwable error) {
    Fold fold = fold(test);
    if (status == TestExecutionResult.Status.FAILED) recorder.broke(test, error);
    else if (fold.error != null) recorder.broke(test, fold.error);
    else if (status == TestExecutionResult.Status.ABORTED) recorder.end(test, "skipped", error);
    else recorder.end(test, fold.skipped > 0 && fold.passed == 0 ? "skipped" : "passed", null);
  }

  private void around(TestIdentifier node, TestExecutionResult.Status status, Throwable error) {
    if (status == TestExecutionResult.Status.SUCCESSFUL) return;
    boolean failed = status == TestExecutionResult.Status.FAILED;
    boolean reported = recorder.rest(under(node), failed ? "errored" : "skipped", error);
    if (failed && !reported) recorder.problem("after the tests of " + node.getDisplayName() + ": " + error);
  }

  private List<Test> under(TestIdentifier node) {
    List<Test> under = new ArrayList<>();
    for (Test test : recorder.piece()) if (uniqueIds.get(test).startsWith(node.getUniqueId() + "/")) under.add(test);
    return under;
  }

  /** The test to which this invocation, or part of one, belongs. */
  private Test above(TestIdentifier node) {
    String id = node.getUniqueId();
    for (int cut = id.lastIndexOf("/["); cut > 0; cut = id.lastIndexOf("/[", cut - 1)) {
      Test test = byUniqueId.get(id.substring(0, cut));
      if (test != null) return test;
    }
    return null;
  }

  private Fold fold(Test test) {
    return folds.computeIfAbsent(test, any -> new Fold());
  }

  private static final class Fold {
    int passed;
    int skipped;
    Throwable error;

    void add(TestIdentifier node, TestExecutionResult.Status status, Throwable thrown) {
      if (status == TestExecutionResult.Status.FAILED && error == null) error = thrown;
      else if (status == TestExecutionResult.Status.ABORTED) skipped += 1;
      else if (status == TestExecutionResult.Status.SUCCESSFUL && node.isTest()) passed += 1;
    }
  }
}
