package unflake;

/** Loads the project's classes by name without running their static initializers. */
final class Classes {
  private Classes() {}

  /** Null when the class cannot be loaded. */
  static Class<?> named(String name) {
    try {
      return load(name);
    } catch (ClassNotFoundException | LinkageError error) {
      return null;
    }
  }

  static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
  }
}
