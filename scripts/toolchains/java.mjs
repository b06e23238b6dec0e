/** The Java compiler that Maven and Gradle need. */
export const JAVA_COMPILER = { names: ['javac'], check: ['-version'], packages: ['default-jdk-headless'] };
