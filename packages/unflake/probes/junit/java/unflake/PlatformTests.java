package unflake;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Tests of the JUnit Platform: JUnit 5 and later, and any other engine of the project. PlatformListener records their results. */
final class PlatformTests implements Tests {
  private final Settings settings;
  private final Launcher launcher = LauncherFactory.create();
  private final Map<String, Test> byUniqueId = new HashMap<>();
  private final Map<Test, String> uniqueIds = new HashMap<>();

  PlatformTests(Settings settings) {
    this.settings = settings;
  }

  @Override
  public List<Test> of(List<Class<?>> classes, ResultRecorder recorder) {
    List<DiscoverySelector> selectors = new ArrayList<>();
    for (Class<?> one : classes) selectors.add(selectClass(one));
    Ids ids = new Ids(settings.module);
    List<Test> tests = new ArrayList<>();
    for (Found found : found(selectors)) {
      Test test = new Test(ids.next(found.file, found.titles), found.file, found.owner, found.method);
      byUniqueId.put(found.uniqueId, test);
      uniqueIds.put(test, found.uniqueId);
      tests.add(test);
    }
    return tests;
  }

  @Override
  public List<List<Test>> pieces(List<Test> order) {
    List<List<Test>> pieces = new ArrayList<>();
    for (List<Test> piece : Pieces.byClass(order, false)) {
      if (natural(piece).equals(piece)) {
        pieces.add(piece);
        continue;
      }
      for (List<Test> part : Pieces.byClass(piece, true)) pieces.addAll(Pieces.rising(part, natural(part)));
    }
    return pieces;
  }

  @Override
  public void run(List<Test> piece, ResultRecorder recorder) {
    launcher.execute(request(selectorsOf(piece)), new PlatformListener(recorder, byUniqueId, uniqueIds));
  }

  /** The order in which JUnit would run them: the order of selection, unless an annotation of the class sets another. */
  private List<Test> natural(List<Test> piece) {
    List<Test> natural = new ArrayList<>();
    for (Found found : found(selectorsOf(piece))) natural.add(byUniqueId.get(found.uniqueId));
    return natural;
  }

  private List<DiscoverySelector> selectorsOf(List<Test> piece) {
    List<DiscoverySelector> selectors = new ArrayList<>();
    for (Test test : piece) selectors.add(selectUniqueId(uniqueIds.get(test)));
    return selectors;
  }

  private LauncherDiscoveryRequest request(List<DiscoverySelector> selectors) {
    LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request().selectors(selectors);
    request.configurationParameters(settings.parameters);
    // Parallel tests have no order.
    request.configurationParameter("junit.jupiter.execution.parallel.enabled", "false");
    if (!settings.tags.isEmpty()) request.filters(TagFilter.includeTags(settings.tags));
    if (!settings.notTags.isEmpty()) request.filters(TagFilter.excludeTags(settings.notTags));
    if (!settings.engines.isEmpty()) request.filters(EngineFilter.includeEngines(settings.engines));
    if (!settings.notEngines.isEmpty()) request.filters(EngineFilter.excludeEngines(settings.notEngines));
    return request.build();
  }

  private List<Found> found(List<DiscoverySelector> selectors) {
    TestPlan plan = launcher.discover(request(selectors));
    List<Found> found = new ArrayList<>();
    for (TestIdentifier engine : plan.getRoots())
      for (TestIdentifier top : plan.getChildren(engine)) walk(plan, top, new Found(top), found);
    return found;
  }

  /** Parameterized tests and factories create their tests at run time, so each of them counts as one test. */
  private static void walk(TestPlan plan, TestIdentifier node, Found path, List<Found> found) {
    if (node.isTest() || plan.getChildren(node).isEmpty()) found.add(path);
    else for (TestIdentifier child : plan.getChildren(node)) walk(plan, child, new Found(path, child), found);
  }

  private static final class Found {
    final String uniqueId;
    final String file;
    final List<String> titles = new ArrayList<>();
    Class<?> owner;
    String method;

    Found(TestIdentifier top) {
      uniqueId = top.getUniqueId();
      UniqueId.Segment segment = last(top);
      boolean isClass = top.getSource().filter(ClassSource.class::isInstance).isPresent();
      file = isClass ? ((ClassSource) top.getSource().get()).getClassName() : segment.getValue();
      look(top);
    }

    Found(Found path, TestIdentifier child) {
      uniqueId = child.getUniqueId();
      file = path.file;
      owner = path.owner;
      titles.addAll(path.titles);
      if (!last(child).getType().equals("engine")) titles.add(title(child));
      look(child);
    }

    private void look(TestIdentifier node) {
      Object source = node.getSource().orElse(null);
      String name = source instanceof ClassSource ? ((ClassSource) source).getClassName() : null;
      if (source instanceof MethodSource) {
        name = ((MethodSource) source).getClassName();
        method = ((MethodSource) source).getMethodName();
      }
      if (name != null) owner = Classes.named(name);
    }

    private static String title(TestIdentifier node) {
      UniqueId.Segment segment = last(node);
      switch (segment.getType()) {
        case "method":
        case "test-template":
        case "test-factory":
          return simple(segment.getValue());
        case "nested-class":
          return segment.getValue();
        case "test":
          return segment.getValue().replaceFirst("\\([\\w.$]+\\)$", "");
        default:
          return node.getDisplayName();
      }
    }

    /** `a.B#adds(int, java.lang.String)` becomes `adds(int, String)`, and `total()` becomes `total`. */
    private static String simple(String method) {
      String own = method.substring(method.lastIndexOf('#', method.indexOf('(')) + 1);
      return own.endsWith("()") ? own.substring(0, own.length() - 2) : own.replaceAll("[\\w.]*\\.(?=\\w)", "");
    }

    private static UniqueId.Segment last(TestIdentifier node) {
      List<UniqueId.Segment> segments = UniqueId.parse(node.getUniqueId()).getSegments();
      return segments.get(segments.size() - 1);
    }
  }
}
