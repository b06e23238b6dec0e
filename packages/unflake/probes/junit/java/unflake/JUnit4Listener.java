package unflake;

import java.util.Map;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Maps JUnit 4 events to ours. A failure in a class fixture is the outcome of the tests that did not run because of it. */
final class JUnit4Listener extends RunListener {
  private final ResultRecorder recorder;
  private final Map<Description, Test> byDescription;
  private Throwable failure;
  private Throwable assumption;

  JUnit4Listener(ResultRecorder recorder, Map<Description, Test> byDescription) {
    this.recorder = recorder;
    this.byDescription = byDescription;
  }

  @Override
  public void testStarted(Description node) {
    failure = null;
    assumption = null;
    Test test = byDescription.get(node);
    if (test != null) recorder.start(test);
  }

  @Override
  public void testFailure(Failure seen) {
    Throwable error = seen.getException();
    if (byDescription.containsKey(seen.getDescription())) {
      if (failure == null) failure = error;
    } else if (!recorder.rest(recorder.piece(), "errored", error)) recorder.problem("after the tests of " + seen.getDescription() + ": " + error);
  }

  @Override
  public void testAssumptionFailure(Failure seen) {
    if (byDescription.containsKey(seen.getDescription())) assumption = seen.getException();
    else recorder.rest(recorder.piece(), "skipped", seen.getException());
  }

  @Override
  public void testIgnored(Description node) {
    Test test = byDescription.get(node);
    if (test != null) recorder.end(test, "skipped", null);
    else recorder.rest(recorder.piece(), "skipped", null);
  }

  @Override
  public void testFinished(Description node) {
    Test test = byDescription.get(node);
    if (test == null) return;
    if (failure != null) recorder.broke(test, failure);
    else if (assumption != null) recorder.end(test, "skipped", assumption);
    else recorder.end(test, "passed", null);
  }
}
