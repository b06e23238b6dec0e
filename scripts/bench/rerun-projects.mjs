/** A small project per runner whose single test is rerun, with the command that its user would type in a loop. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { batsProgram } from '../toolchains/bats.mjs';
import { goProgram } from '../toolchains/go.mjs';
import { gradleFor } from '../toolchains/gradle.mjs';
import { mavenFor } from '../toolchains/maven.mjs';
import { npmTools } from '../toolchains/npm-tools.mjs';
import { pythonTools, pythonWithPytest } from '../toolchains/python.mjs';
import { rubyWithMinitest, rubyWithRspec } from '../toolchains/ruby.mjs';
import { cargoProgram } from '../toolchains/rust.mjs';

const manifest = (scripts = {}) => JSON.stringify({ name: 'rerun', private: true, scripts });

/** Cargo checks every crate, so that its cost depends on their number: one row for a single crate, one for several. */
const CRATES = Array.from({ length: 15 }, (_, n) => `part_${n + 1}`);
const crate = (name, needs) =>
  `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n${needs
    .map((other) => `${other} = { path = "crates/${other}" }\n`)
    .join('')}`;

/** What many projects import in each of their test files. */
const HEAVY = { django: '5.2.8', numpy: '2.3.4', pandas: '2.3.3', pytest: '9.0.3', sqlalchemy: '2.0.44' };
const HEAVY_IMPORTS = 'import numpy\nimport pandas\nimport sqlalchemy.orm\nimport django.db.models\n\n\n';

/** With what they need in turn, thirty jars. */
const JAVA_LIBRARIES = [
  'com.google.guava:guava:33.4.0-jre',
  'com.fasterxml.jackson.core:jackson-databind:2.18.2',
  'org.apache.commons:commons-lang3:3.17.0',
  'ch.qos.logback:logback-classic:1.5.16',
  'org.springframework:spring-context:6.2.2',
  'org.assertj:assertj-core:3.27.3',
  'org.mockito:mockito-core:5.14.2',
];

/** `target`: the ratio to `loop` that a rerun must reach. */
export const PROJECTS = [
  {
    runner: 'go-test',
    target: 50,
    test: '.::TestOne',
    program: async () => [await goProgram()],
    loop: ([go]) => [go, 'test', '-count=1', '-run', '^TestOne$', '.'],
    files: {
      'go.mod': 'module example.com/rerun\n\ngo 1.16\n',
      'rerun_test.go': `package rerun\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {}\n\nfunc TestOther(t *testing.T) {}\n`,
    },
  },
  cargo('one crate, one more target', {
    'Cargo.toml': crate('rerun', []),
    'tests/beside.rs': '#[test]\nfn beside() {}\n',
  }),
  cargo('sixteen crates, four more targets', {
    'Cargo.toml': `[workspace]\nmembers = ["crates/*"]\n\n${crate('rerun', CRATES)}`,
    ...Object.fromEntries([1, 2, 3, 4].map((n) => [`tests/beside_${n}.rs`, '#[test]\nfn beside() {}\n'])),
    ...Object.fromEntries(CRATES.map((name) => [`crates/${name}/Cargo.toml`, crate(name, [])])),
    ...Object.fromEntries(CRATES.map((name) => [`crates/${name}/src/lib.rs`, 'pub fn nothing() {}\n'])),
  }),
  {
    runner: 'node-test',
    target: 3,
    test: 'a.test.js > one',
    program: async () => [process.execPath],
    // Node's own runner does not need npx; people start it through npm.
    loop: () => ['npm', 'test', '--', '--test-name-pattern=^one$'],
    files: {
      'package.json': manifest({ test: 'node --test' }),
      'a.test.js': `const test = require('node:test');\ntest('one', () => {});\ntest('other', () => {});\n`,
    },
  },
  python('pytest', 'a lean project', 8, () => pythonWithPytest(), ''),
  python('pytest', 'heavy imports', 30, () => pythonTools(HEAVY), HEAVY_IMPORTS),
  python('unittest', 'a lean project', 6, () => pythonWithPytest(), ''),
  rspec('a lean project', ([ruby]) => [ruby, '-S', 'rspec', 'spec/a_spec.rb:2'], {}),
  rspec('with a Gemfile', ([ruby]) => [ruby, '-S', 'bundle', 'exec', 'rspec', 'spec/a_spec.rb:2'], {
    Gemfile: 'gem "rspec"\n',
  }),
  {
    runner: 'minitest',
    about: 'a lean project',
    target: 2,
    test: 'test/a_test.rb::A#test_one',
    program: async () => [await rubyWithMinitest()],
    loop: ([ruby]) => [ruby, 'test/a_test.rb', '-n', 'test_one'],
    files: {
      'test/a_test.rb':
        'require "minitest/autorun"\n\nclass A < Minitest::Test\n  def test_one\n  end\n\n  def test_other\n  end\nend\n',
    },
  },
  {
    runner: 'maven',
    about: 'JUnit 5, 36 jars',
    target: 8,
    test: 'x.ATest::one',
    program: async (root) => [await mavenFor(root, 'ATest#one')],
    loop: ([mvn]) => [mvn, '-o', '-q', 'test', '-Dtest=ATest#one'],
    files: {
      'pom.xml': pom('org.junit.jupiter:junit-jupiter:5.12.2', ...JAVA_LIBRARIES),
      'src/test/java/x/ATest.java': javaTest('org.junit.jupiter.api.Test', ''),
    },
  },
  {
    runner: 'gradle',
    about: 'JUnit 4, 31 jars, daemon running',
    target: 8,
    test: 'x.ATest::one',
    program: async (root) => [await gradleFor(root)],
    // A test task that is up to date is not run. The daemon is one that this loop has started.
    loop: ([gradle]) => [gradle, '--offline', 'cleanTest', 'test', '--tests', 'x.ATest.one'],
    env: (root) => ({ GRADLE_OPTS: `-Dorg.gradle.daemon.registry.base=${root}-daemon` }),
    files: {
      'settings.gradle': "rootProject.name = 'rerun'\n",
      'build.gradle': `apply plugin: 'java'\nrepositories { mavenCentral() }\ndependencies {\n${[
        'junit:junit:4.13.2',
        ...JAVA_LIBRARIES,
      ]
        .map((name) => `  testCompile '${name}'\n`)
        .join('')}}\n`,
      'src/test/java/x/ATest.java': javaTest('org.junit.Test', 'public '),
    },
  },
  {
    runner: 'bats',
    target: 2.5,
    test: 'a.bats > one',
    program: async () => [await batsProgram()],
    loop: ([bats]) => [bats, '-f', '^one$', 'a.bats'],
    files: { 'a.bats': '@test "one" {\n  true\n}\n\n@test "other" {\n  true\n}\n' },
  },
  npm('jest', 3.5, '30.5.2', 'bin/jest.js', ['-t', '^one$']),
  npm('vitest', 5, '4.1.11', 'vitest.mjs', ['run', '-t', '^one$']),
  npm('mocha', 5, '12.0.3', 'bin/mocha.js', ['-g', '^one$', 'a.test.js']),
];

function pom(...dependencies) {
  const all = dependencies.map((name) => {
    const [group, artifact, version] = name.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version><scope>test</scope></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>x</groupId><artifactId>rerun</artifactId><version>1</version>
<properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
<dependencies>${all.join('\n')}</dependencies>
<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.4</version></plugin></plugins></build></project>\n`;
}

function javaTest(annotation, access) {
  return `package x;\nimport ${annotation};\n${access}class ATest {\n  @Test ${access}void one() {}\n  @Test ${access}void other() {}\n}\n`;
}

function cargo(about, files) {
  return {
    runner: 'cargo-test',
    about,
    target: 12,
    test: 'src/lib.rs::tests::one',
    program: async () => [await cargoProgram()],
    loop: ([program]) => [program, 'test', 'tests::one', '--', '--exact'],
    files: {
      ...files,
      'src/lib.rs': 'mod tests {\n    #[test]\n    fn one() {}\n    #[test]\n    fn other() {}\n}\n',
    },
  };
}

function python(runner, about, target, interpreter, imports) {
  const [file, test, name] =
    runner === 'pytest'
      ? ['def test_one():\n    pass\n\n\ndef test_other():\n    pass\n', 'test_a.py::test_one', 'test_a.py::test_one']
      : [
          'import unittest\n\n\nclass Case(unittest.TestCase):\n    def test_one(self):\n        pass\n\n    def test_other(self):\n        pass\n',
          'test_a.py::Case::test_one',
          'test_a.Case.test_one',
        ];
  return {
    runner,
    about,
    target,
    test,
    program: async () => [await interpreter()],
    loop: ([program]) => [program, '-m', runner, name],
    files: { 'test_a.py': `${imports}${file}` },
  };
}

function rspec(about, loop, files) {
  return {
    runner: 'rspec',
    about,
    target: 12,
    test: 'spec/a_spec.rb > a > one',
    program: async () => [await rubyWithRspec()],
    loop,
    files: {
      ...files,
      'spec/a_spec.rb':
        'RSpec.describe "a" do\n  it("one") { expect(1 + 1).to eq(2) }\n  it("other") { expect(1).to eq(1) }\nend\n',
    },
  };
}

function npm(runner, target, version, script, args) {
  const header = runner === 'vitest' ? `import { test } from 'vitest';\n` : '';
  const define = runner === 'mocha' ? 'it' : 'test';
  const file = runner === 'vitest' ? 'a.test.mjs' : 'a.test.js';
  return {
    runner,
    target,
    test: `${file} > one`,
    tools: () => npmTools({ [runner]: version }),
    program: async (root) => [process.execPath, join(root, 'node_modules', runner, script)],
    loop: () => ['npx', runner, ...args],
    settings: { files: runner === 'mocha' ? [file] : [] },
    files: {
      'package.json': manifest(),
      [file]: `${header}${define}('one', () => {});\n${define}('other', () => {});\n`,
    },
  };
}

export async function writeProject({ files, tools }, root) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  if (tools) await symlink(join(await tools(), 'node_modules'), join(root, 'node_modules'));
}
