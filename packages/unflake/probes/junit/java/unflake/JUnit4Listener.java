package unflake;

import java.util.Map;
import org.junit.runner.Description;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** From the events of JUnit 4 to ours. What breaks around a class speaks for its tests that did not come to run. */
final class JUnit4Listener extends RunListener {
  private final Telling telling;
  private final Map<Description, Test> byDescription;
  private Throwable failure;
  private Throwable assumption;

  JUnit4Listener(Telling telling, Map<Description, Test> byDescription) {
    this.telling = telling;
    this.byDescription = byDescription;
  }

  @Override
  public void testStarted(Description node) {
    failure = null;
    assumption = null;
    Test test = byDescription.get(node);
    if (test != null) telling.start(test);
  }

  @Override
  public void testFailure(Failure seen) {
    Throwable error = seen.getException();
    if (byDescription.containsKey(seen.getDescription())) {
      if (failure == null) failure = error;
    } else if (!telling.rest(telling.piece(), "errored", error)) telling.problem("after the tests of " + seen.getDescription() + ": " + error);
  }

  @Override
  public void testAssumptionFailure(Failure seen) {
    if (byDescription.containsKey(seen.getDescription())) assumption = seen.getException();
    else telling.rest(telling.piece(), "skipped", seen.getException());
  }

  @Override
  public void testIgnored(Description node) {
    Test test = byDescription.get(node);
    if (test != null) telling.end(test, "skipped", null);
    else telling.rest(telling.piece(), "skipped", null);
  }

  @Override
  public void testFinished(Description node) {
    Test test = byDescription.get(node);
    if (test == null) return;
    if (failure != null) telling.broke(test, failure);
    else if (assumption != null) telling.end(test, "skipped", assumption);
    else telling.end(test, "passed", null);
  }
}
