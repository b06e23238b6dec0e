package unflake;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.regex.Pattern;

/** Annotations of JUnit Pioneer, rerunner-jupiter and many projects that rerun a failed test inside JUnit. */
final class Retries {
  private static final Pattern RETRY = Pattern.compile("Retr(?:y|ies|ying).*|Rerun.*|(?:Parameterized)?RepeatedIfExceptions.*");

  private Retries() {}

  static void refuse(Test test, ResultRecorder recorder) {
    for (Class<?> one = test.owner; one != null; one = one.getSuperclass()) {
      for (Method method : one.getDeclaredMethods()) {
        if (!method.getName().equals(test.method)) continue;
        for (Annotation annotation : method.getAnnotations()) {
          String name = annotation.annotationType().getSimpleName();
          if (RETRY.matcher(name).matches()) recorder.retried(test.id + " is run again by @" + name);
        }
      }
    }
  }
}
