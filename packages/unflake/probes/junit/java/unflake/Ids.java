package unflake;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ids of tests: `module/x.CartTest::Inner::total`, with `\#2` appended to the second of two equal ones. */
final class Ids {
  private final String module;
  private final Map<String, Integer> seen = new HashMap<>();

  Ids(String module) {
    this.module = module;
  }

  String next(String file, List<String> titles) {
    StringBuilder id = new StringBuilder(module).append(escaped(file));
    String last = titles.isEmpty() ? "" : titles.get(titles.size() - 1);
    for (String title : titles) {
      // JUnit 4 puts parameters into a group of their own and repeats the group's name in every test.
      boolean repeated = title.startsWith("[") && last.endsWith(title) && !last.equals(title);
      if (!repeated) id.append("::").append(escaped(title));
    }
    int occurrence = seen.merge(id.toString(), 1, Integer::sum);
    return occurrence == 1 ? id.toString() : id + "\\#" + occurrence;
  }

  private static String escaped(String part) {
    return part.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }
}
