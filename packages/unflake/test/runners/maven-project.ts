/** A Maven project of two modules, written out for the tests of what only Maven and JUnit have. */
const pom = (
  artifact: string,
  body: string,
  parent = '<parent><groupId>x</groupId><artifactId>all</artifactId><version>1</version></parent>',
) =>
  `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>${parent}
<groupId>x</groupId><artifactId>${artifact}</artifactId><version>1</version>${body}</project>\n`;

const dependency = (group: string, artifact: string, version: string, scope = 'test') =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><scope>${scope}</scope></dependency>`;

const surefire = (configuration: string) =>
  `<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version>
<configuration>${configuration}</configuration></plugin></plugins></build>`;

const settings = `<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>`;

/** JUnit 5 in `core`, with a POM that says how the JVM is to be; JUnit 4 in `old`, with a JVM for every class. */
export function twoModules(sources: {
  readonly core: Readonly<Record<string, string>>;
  readonly old: Readonly<Record<string, string>>;
}) {
  const files: Record<string, string> = {
    'pom.xml': pom(
      'all',
      `<packaging>pom</packaging><modules><module>core</module><module>old</module></modules>${settings}`,
      '',
    ),
    'core/pom.xml': pom(
      'core',
      `<dependencies>${dependency('org.junit.jupiter', 'junit-jupiter', '5.12.2')}</dependencies>${surefire(
        `<argLine>-Dflag=1 -Xmx200m</argLine><excludedGroups>slow</excludedGroups><excludes><exclude>**/LeftOutTest.java</exclude></excludes>
<systemPropertyVariables><place>\${project.build.directory}</place></systemPropertyVariables>
<environmentVariables><SHOP>open</SHOP></environmentVariables>`,
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
