/** A Maven project of two modules, written out for the tests of what only Maven and JUnit have. */
import { FAILSAFE_VERSION } from '../../../../scripts/toolchains/maven.mjs';
import { TELLING_FILES } from './recorded-jvm-project.ts';

const pom = (
  artifact: string,
  body: string,
  parent = '<parent><groupId>x</groupId><artifactId>all</artifactId><version>1</version></parent>',
) =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>${parent}
<groupId>x</groupId><artifactId>${artifact}</artifactId><version>1</version>${body}</project>\n`;

const dependency = (group: string, artifact: string, version: string, scope = 'test') =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><scope>${scope}</scope></dependency>`;

/** A jar that belongs to the project. */
const OWN_JAR = `<dependency><groupId>own</groupId><artifactId>own</artifactId><version>1</version><scope>system</scope>
<systemPath>\${project.basedir}/lib/own.jar</systemPath></dependency>`;

const surefire = (configuration: string, plugins = '') =>
  `<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version>
<configuration>${configuration}</configuration></plugin>${plugins}</plugins></build>`;

/** Integration tests, and something that the POM does before them. */
const FAILSAFE = `<plugin><artifactId>maven-failsafe-plugin</artifactId><version>${FAILSAFE_VERSION}</version><executions><execution><id>its</id>
<goals><goal>integration-test</goal><goal>verify</goal></goals><configuration><argLine>-Dits=1</argLine></configuration></execution></executions></plugin>
<plugin><artifactId>maven-resources-plugin</artifactId><executions><execution><id>server</id><phase>pre-integration-test</phase>
<goals><goal>resources</goal></goals></execution></executions></plugin>`;

const settings = `<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>`;

const IMPORTS = `package x;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;
import static org.junit.jupiter.api.Assertions.*;
`;

/** Path → text. */
export const MAVEN_PROJECT = twoModules({
  core: {
    AroundTest: `${IMPORTS}class AroundTest {
  AroundTest() { Log.add("new"); }
  @BeforeAll static void open() { Log.add("open"); }
  @AfterAll static void close() { Log.add("close"); }
  @Test void one() { Log.add("one"); }
  @Test void two() { Log.add("two"); }
  @Test void tells() { fail(Log.text()); }
}`,
    BrokenTest: `${IMPORTS}class BrokenTest {
  @Nested class Before { @Test void one() {} @Nested class Deeper { @Test void two() {} } }
  @Nested class Constructed { Constructed() { throw new IllegalStateException("no"); } @Test void three() {} }
  @Nested class After { @AfterEach void close() { throw new IllegalStateException("cannot close"); } @Test void four() {} }
  @BeforeEach void open(TestInfo info) { if (info.getTestMethod().get().getName().equals("two")) Assumptions.assumeTrue(false); }
  @Test void inHelper() { helper(); }
  @Test void inAnotherThread() { assertTimeoutPreemptively(java.time.Duration.ofSeconds(9), () -> { helper(); }); }
  @Test @Timeout(value = 20, unit = java.util.concurrent.TimeUnit.MILLISECONDS) void late() throws Exception { Thread.sleep(5000); }
  static void helper() { throw new IllegalArgumentException("from below"); }
}`,
    ClassSetUpTest: `${IMPORTS}class ClassSetUpTest {
  @BeforeAll static void open() { throw new IllegalStateException("no database"); }
  @Test void one() {}
  @Nested class Inner { @Test void two() {} }
}`,
    ClassTearDownTest: `${IMPORTS}class ClassTearDownTest {
  @AfterAll static void close() { throw new IllegalStateException("cannot drop"); }
  @Test void one() {}
}`,
    CrashSetUpTest: `${IMPORTS}class CrashSetUpTest {
  @BeforeAll static void open() { Runtime.getRuntime().halt(0); }
  @Test void one() {}
}`,
    DisabledTest: `${IMPORTS}@Disabled class DisabledTest { @Test void one() {} @Nested class Inner { @Test void two() {} } }`,
    FixedOrderTest: `${IMPORTS}@TestMethodOrder(MethodOrderer.MethodName.class) class FixedOrderTest {
  @BeforeAll static void open() { Log.add("open"); }
  @Test void a() { Log.add("a"); }
  @Test void b() { Log.add("b"); }
  @Test void c() { Log.add("c"); fail(Log.text()); }
}`,
    JvmTest: `${IMPORTS}class JvmTest {
  @Test void isAsThePomWants() {
    assertEquals("1 open", System.getProperty("flag") + " " + System.getenv("SHOP"));
    assertTrue(System.getProperty("place").endsWith("core/target"));
    assertTrue(new java.io.File("src/test/java/x/JvmTest.java").isFile() && new java.io.File("target").isDirectory());
    assertTrue(System.getProperty("java.io.tmpdir").equals(System.getenv("TMPDIR")));
    assert System.getProperty("basedir") == null : "with assertions";
  }
  @Tag("slow") @Test void isLeftOut() {}
}`,
    LeftOutTest: `${IMPORTS}class LeftOutTest { @Test void one() {} }`,
    Log: `package x; class Log { private static String text = ""; static void add(String word) { text += " " + word; } static String text() { return text; } }`,
    ParametersTest: `${IMPORTS}class ParametersTest {
  @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void some(int n) { assertNotEquals(2, n, "not two"); }
  @ParameterizedTest @ValueSource(ints = {1, 2}) void none(int n) { Assumptions.assumeTrue(false); }
  @ParameterizedTest @MethodSource("absent") void broken(int n) {}
  @TestFactory java.util.List<DynamicTest> made() { throw new IllegalStateException("no tests"); }
}`,
    RetryTest: `${IMPORTS}class RetryTest {
  @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @RepeatedTest(2) @interface RetryingTest {}
  @RetryingTest void again() {}
}`,
    SellsIT: `${IMPORTS}class SellsIT {
  @Test void sells() { Shop.sales = 1; }
  @Test void isFresh() { assertEquals("1 0", System.getProperty("its") + " " + Shop.sales); }
}`,
    SharedTest: `${IMPORTS}@TestInstance(TestInstance.Lifecycle.PER_CLASS) class SharedTest {
  private int count;
  @Test void adds() { count += 1; }
  @Test void isFirst() { assertEquals(0, count); }
}`,
  },
  old: {
    AlphaTest: `package x; public class AlphaTest { @org.junit.Test public void sells() { Shop.sales += 1; }
  @org.junit.BeforeClass public static void open() { if (Shop.sales > 0) throw new IllegalStateException("sold out"); } }`,
    BetaTest: `package x; import static org.junit.Assert.*; public class BetaTest {
  @org.junit.Test public void isFresh() { assertEquals(0, Shop.sales); }
  @org.junit.Test public void assumes() { org.junit.Assume.assumeTrue("not here", false); }
  @org.junit.After public void close() { if (Shop.sales > 0) throw new IllegalStateException("sold"); }
  @org.junit.Test public void breaksTheNext() { Shop.sales = 1; } }`,
    ForgottenIT: `package x; public class ForgottenIT { @org.junit.Test public void one() {} }`,
    BrokenTest: `package x; public class BrokenTest { @org.junit.Test private void hidden() {} @org.junit.Test public void one(int n) {} }`,
  },
});

/** JUnit 5 in `core`, with a POM that says how the JVM is to be; JUnit 4 in `old`, with a JVM for every class. */
function twoModules(sources: {
  readonly core: Readonly<Record<string, string>>;
  readonly old: Readonly<Record<string, string>>;
}) {
  const files: Record<string, string> = {
    ...TELLING_FILES,
    'pom.xml': pom(
      'all',
      `<packaging>pom</packaging><modules><module>core</module><module>old</module></modules>${settings}`,
      '',
    ),
    'core/pom.xml': pom(
      'core',
      `<dependencies>${dependency('org.junit.jupiter', 'junit-jupiter', '5.12.2')}${OWN_JAR}</dependencies>${surefire(
        `<argLine>-Dflag=1 -Xmx200m</argLine><excludedGroups>slow</excludedGroups><excludes><exclude>**/LeftOutTest.java</exclude></excludes>
<systemPropertyVariables><place>\${project.build.directory}</place></systemPropertyVariables>
<environmentVariables><SHOP>open</SHOP></environmentVariables>`,
        FAILSAFE,
      )}`,
    ),
    'old/pom.xml': pom(
      'old',
      `<dependencies>${dependency('junit', 'junit', '4.13.2')}${dependency('x', 'core', '1', 'compile')}</dependencies>${surefire(
        '<reuseForks>false</reuseForks><runOrder>reversealphabetical</runOrder>',
      )}`,
    ),
    'core/src/main/java/x/Shop.java': 'package x; public class Shop { public static int sales; }\n',
  };
  for (const [module, classes] of Object.entries(sources)) {
    for (const [name, text] of Object.entries(classes)) files[`${module}/src/test/java/x/${name}.java`] = text;
  }
  return files;
}
