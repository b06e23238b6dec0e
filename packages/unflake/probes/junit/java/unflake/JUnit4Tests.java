package unflake;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.runner.Description;
import org.junit.runner.Request;
import org.junit.runner.RunWith;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;
import org.junit.runner.notification.RunNotifier;

/** JUnit 4 tests, and JUnit 3 tests through JUnit 4, class by class as Surefire and Gradle run them. */
final class JUnit4Tests implements Tests {
  private final Settings settings;
  private final Map<Description, Test> byDescription = new HashMap<>();
  private final Map<Test, Description> descriptions = new HashMap<>();

  JUnit4Tests(Settings settings) {
    this.settings = settings;
  }

  @Override
  public List<Test> of(List<Class<?>> classes, ResultRecorder recorder) {
    List<Test> tests = new ArrayList<>();
    Ids ids = new Ids(settings.module);
    for (Class<?> one : classes) {
      if (!isTestClass(one)) continue;
      Runner runner = Request.aClass(one).getRunner();
      if (runner.getClass().getSimpleName().equals("ErrorReportingRunner")) recorder.problem(one.getName() + " has no tests: " + why(runner));
      else for (Description child : runner.getDescription().getChildren()) walk(one, child, new ArrayList<>(), ids, tests);
    }
    return tests;
  }

  @Override
  public List<List<Test>> pieces(List<Test> order) {
    List<List<Test>> pieces = new ArrayList<>();
    for (List<Test> piece : Pieces.byClass(order, true)) {
      List<Test> natural = new ArrayList<>();
      for (Description leaf : leaves(runnerOf(piece).getDescription())) natural.add(byDescription.get(leaf));
      if (natural.equals(piece)) pieces.add(piece);
      else pieces.addAll(Pieces.rising(piece, natural));
    }
    return pieces;
  }

  @Override
  public void run(List<Test> piece, ResultRecorder recorder) {
    RunNotifier notifier = new RunNotifier();
    notifier.addListener(new JUnit4Listener(recorder, byDescription));
    // The class set-up runs first, and JUnit 4 sends no event for it.
    recorder.approach(piece);
    runnerOf(piece).run(notifier);
  }

  private Runner runnerOf(List<Test> piece) {
    Map<Description, Integer> ranks = new HashMap<>();
    for (Test test : piece) ranks.put(descriptions.get(test), ranks.size());
    return Request.aClass(Classes.named(piece.get(0).file)).filterWith(new Chosen(ranks)).sortWith(byRank(ranks)).getRunner();
  }

  private void walk(Class<?> file, Description node, List<String> path, Ids ids, List<Test> tests) {
    List<String> titles = new ArrayList<>(path);
    String name = node.getDisplayName();
    titles.add(node.isTest() ? name.replaceFirst("\\([\\w.$]+\\)$", "") : name);
    if (!node.isTest()) {
      for (Description child : node.getChildren()) walk(file, child, titles, ids, tests);
      return;
    }
    // JUnit merges two tests with equal descriptions into one.
    if (byDescription.containsKey(node)) return;
    Class<?> owner = node.getTestClass() == null ? file : node.getTestClass();
    String method = node.getMethodName() == null ? null : node.getMethodName().replaceFirst("\\[.*$", "");
    Test test = new Test(ids.next(file.getName(), titles), file.getName(), owner, method);
    byDescription.put(node, test);
    descriptions.put(test, node);
    tests.add(test);
  }

  private static boolean isTestClass(Class<?> one) {
    if (Modifier.isAbstract(one.getModifiers())) return false;
    if (one.getAnnotation(RunWith.class) != null || junit.framework.Test.class.isAssignableFrom(one)) return true;
    for (Method method : one.getMethods())
      if (method.getAnnotation(org.junit.Test.class) != null || method.getName().equals("suite")) return true;
    return false;
  }

  private static String why(Runner runner) {
    StringBuilder words = new StringBuilder();
    RunNotifier notifier = new RunNotifier();
    notifier.addListener(new RunListener() {
      @Override
      public void testFailure(Failure failure) {
        words.append(words.length() == 0 ? "" : "; ").append(failure.getMessage());
      }
    });
    runner.run(notifier);
    return words.toString();
  }

  private static List<Description> leaves(Description node) {
    List<Description> leaves = new ArrayList<>();
    if (node.isTest()) leaves.add(node);
    for (Description child : node.getChildren()) leaves.addAll(leaves(child));
    return leaves;
  }

  private static Comparator<Description> byRank(Map<Description, Integer> ranks) {
    return Comparator.comparingInt((Description node) -> {
      int least = Integer.MAX_VALUE;
      for (Description leaf : leaves(node)) least = Math.min(least, ranks.getOrDefault(leaf, Integer.MAX_VALUE));
      return least;
    });
  }

  private static final class Chosen extends Filter {
    private final Map<Description, Integer> ranks;

    Chosen(Map<Description, Integer> ranks) {
      this.ranks = ranks;
    }

    @Override
    public boolean shouldRun(Description node) {
      for (Description leaf : leaves(node)) if (ranks.containsKey(leaf)) return true;
      return false;
    }

    @Override
    public String describe() {
      return "the chosen tests";
    }
  }
}
