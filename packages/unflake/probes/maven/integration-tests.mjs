/** What Failsafe would run: whether a project uses it, the extension of Maven that lets it start early, and what is left out. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jarOf } from '../junit/jar.mjs';
import { javac } from '../junit/java-home.mjs';
import { pomTexts } from './poms.mjs';

const SOURCE = fileURLToPath(new URL('./java/IntegrationTests.java', import.meta.url));
const COMPONENTS = `<component-set><components><component>
<role>org.apache.maven.AbstractMavenLifecycleParticipant</role><role-hint>unflake</role-hint>
<implementation>unflake.IntegrationTests</implementation></component></components></component-set>
`;
/** As Failsafe finds them, below a folder of test sources. */
const NAMED =
  /^(.*\/|)src\/test\/(?:java|kotlin|groovy|scala)\/(.*\/|)(IT\w*|\w+IT|\w+ITCase)\.(?:java|kt|groovy|scala)$/;
const MAX_NAMED = 5;

export function usesFailsafe(copy, repository) {
  return pomTexts(copy, repository).some((text) => text.includes('maven-failsafe-plugin'));
}

/** The flags that give Maven our extension, with the file in which it reports. */
export function earlyFailsafe({ folder, java, maven }) {
  const place = join(folder, 'failsafe');
  const report = join(place, 'started-before.txt');
  const jar = join(place, 'extension.jar');
  mkdirSync(place, { recursive: true });
  const argv = ['-proc:none', '-nowarn', '-encoding', 'UTF-8', '-d', place, '-cp', join(maven, 'lib', '*'), SOURCE];
  const { status, stderr, error } = spawnSync(javac(java), argv, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`our extension does not compile with ${maven}:\n${stderr}`);
  const name = 'unflake/IntegrationTests.class';
  const files = [
    { name: 'META-INF/plexus/components.xml', bytes: Buffer.from(COMPONENTS) },
    { name, bytes: readFileSync(join(place, name)) },
  ];
  writeFileSync(jar, jarOf(files));
  return { flags: [`-Dmaven.ext.class.path=${jar}`, `-Dunflake.report=${report}`], report };
}

/** What the tests would find started, module by module. */
export function startedBefore(report, copy) {
  const lines = existsSync(report) ? readFileSync(report, 'utf8').split('\n').filter(Boolean) : [];
  const started = lines.map((line) => line.split('\t'));
  return [...new Set(started.map(([module]) => module))].map((module) => {
    const goals = started.filter(([other]) => other === module).map(([, goal]) => goal);
    return `${relative(copy, module) || '.'}: its integration tests run without what the POM starts before them (${goals.join(' ')}); start it yourself`;
  });
}

/** Classes that are called like integration tests and that nothing runs. */
export function leftOut(copy, launches) {
  const known = new Set(launches.flatMap(({ module, classes }) => classes.map((name) => module + name)));
  const missing = sourcesIn(copy)
    .map((path) => NAMED.exec(path))
    .filter((found) => found !== null)
    .map(([, module, folder, name]) => `${module}${`${folder}${name}`.replaceAll('/', '.')}`)
    .filter((name) => !known.has(name));
  if (missing.length === 0) return [];
  const rest = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  return [
    `left out, because they are called like integration tests and neither Surefire nor Failsafe runs them here: ${missing.slice(0, MAX_NAMED).join(', ')}${rest}; where a profile runs them, name it in the config file: "runners": { "maven": { "args": ["-P<profile>"] } }`,
  ];
}

function sourcesIn(copy) {
  return readdirSync(copy, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('src/test/'))
    .sort();
}
