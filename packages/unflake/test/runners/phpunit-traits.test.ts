/** What only PHPUnit has: hooks around a class, tests that depend on others, data providers, and processes of single tests. */
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { phpunitProgram } from '../../../../scripts/toolchains/phpunit.mjs';
import { phpunit } from '../../src/runners/phpunit.ts';
import { told, withProject } from './small-project.ts';

async function project(files: Readonly<Record<string, string>>, settings = {}) {
  const program: [string] = [await phpunitProgram()];
  return { adapter: phpunit, program, files, settings };
}

/** Annotations are for PHPUnit 9 to 11, attributes for 10 and later. */
const CLASS = (name: string, body: string) => `<?php
use PHPUnit\\Framework\\Attributes as Has;
final class ${name} extends PHPUnit\\Framework\\TestCase
{
${body}
}
`;

const runAll = async (files: Readonly<Record<string, string>>) =>
  withProject(await project(files), ({ suite, run }) => run(suite));

describe('outcomes of PHPUnit', () => {
  test('what breaks around the body is errored, what breaks in it failed', async () => {
    const report = await runAll({
      'tests/ATest.php': CLASS(
        'ATest',
        `
  protected function setUp(): void { if ($this->is('SetUp')) throw new LogicException('no database'); }
  protected function assertPreConditions(): void { if ($this->is('Before')) $this->fail('not ready'); }
  protected function tearDown(): void {
    if ($this->is('TearDown')) throw new LogicException('cannot close');
    if ($this->is('Afterwards')) $this->assertSame(1, 2);
  }
  private function is($part) {
    $name = method_exists($this, 'getName') ? $this->getName() : $this->name();
    return strpos($name, $part) !== false;
  }
  public function testThrows(): void { (new DateTime())->modify(...[]); }
  public function testSetUp(): void { $this->assertTrue(true); }
  public function testBefore(): void { $this->assertTrue(true); }
  public function testTearDown(): void { $this->assertTrue(true); }
  public function testFailsAndTearDown(): void { $this->fail('first'); }
  public function testAfterwards(): void { $this->assertTrue(true); }
  public function testIsNotWritten(): void { $this->markTestIncomplete('later'); }
  public function testAssertsNothing(): void {}
  public function testMock(): void { $this->createMock(Countable::class)->expects($this->once())->method('count'); }
`,
      ),
    });
    expect(told(report)).toEqual([
      'failed testThrows',
      'errored testSetUp',
      'errored testBefore',
      'errored testTearDown',
      'failed testFailsAndTearDown',
      'failed testAfterwards',
      'skipped testIsNotWritten',
      'passed testAssertsNothing',
      'failed testMock',
    ]);
    expect(report.observations[0]?.message).toMatch(/^ArgumentCountError: .*\n {4}at tests\/ATest\.php:\d+$/);
    expect(report.observations[4]?.message).toMatch(/: first\n/);
    expect(report.problems).toEqual([]);
  });

  test('a difference is reported with the failure', async () => {
    const report = await runAll({
      'tests/ATest.php': CLASS('ATest', 'public function testA(): void { $this->assertSame("a\\nb", "a\\nc"); }'),
    });
    expect(report.observations[0]?.message).toMatch(/identical.*-b.*\+c/s);
  });

  test('a broken set-up of a class errors its tests, its skip skips them, and its broken tear-down is a problem', async () => {
    const two =
      'public function testA(): void { $this->assertTrue(true); }\n  public function testB(): void { $this->fail(); }';
    const hook = (name: string, body: string) => `public static function ${name}(): void { ${body} }\n  ${two}`;
    const report = await runAll({
      'tests/ATest.php': CLASS('ATest', hook('setUpBeforeClass', 'throw new LogicException("no server");')),
      'tests/BTest.php': CLASS('BTest', hook('setUpBeforeClass', 'self::markTestSkipped("not here");')),
      'tests/CTest.php': CLASS('CTest', hook('tearDownAfterClass', 'throw new LogicException("cannot stop");')),
    });
    expect(told(report)).toEqual([
      ...['errored testA', 'errored testB', 'skipped testA', 'skipped testB', 'passed testA', 'failed testB'],
    ]);
    expect(report.observations[1]?.message).toContain('no server');
    expect(report.problems.join()).toContain('cannot stop');
  });
});

describe('selections of PHPUnit', () => {
  const COUNTS = `
  private static $entered = 0;
  public static function setUpBeforeClass(): void { self::$entered++; }
  public function testA(): void { $this->assertSame(1, self::$entered); }
  public function testB(): void { $this->assertSame(1, self::$entered); }`;

  test('what is done around a class is done again whenever it is entered again', async () => {
    const files = { 'tests/ATest.php': CLASS('ATest', COUNTS), 'tests/BTest.php': CLASS('BTest', COUNTS) };
    await withProject(await project(files), async ({ suite, run }) => {
      expect(told(await run(suite))).toEqual(['passed testA', 'passed testB', 'passed testA', 'passed testB']);
      const mixed = [suite[0]!, suite[2]!, suite[1]!];
      expect(told(await run(mixed))).toEqual(['passed testA', 'passed testA', 'failed testB']);
    });
  });

  test('a test that depends on others runs after them, whether they were selected or not', async () => {
    const body = `
  /** @depends testProduces */
  #[Has\\Depends('testProduces')]
  public function testConsumes(int $given): void { $this->assertSame(3, $given); }
  public function testProduces(): int { $this->assertTrue(true); return 3; }
  public function testFails(): void { $this->fail(); }
  /** @depends testFails */
  #[Has\\Depends('testFails')]
  public function testIsKept(): void { $this->assertTrue(true); }`;
    await withProject(await project({ 'tests/ATest.php': CLASS('ATest', body) }), async ({ suite, run }) => {
      const names = suite.map((id) => id.split('::').at(-1));
      expect(names).toEqual(['testProduces', 'testConsumes', 'testFails', 'testIsKept']);
      const [produces, consumes, , kept] = suite as [string, string, string, string];
      expect(told(await run([consumes]))).toEqual(['passed testConsumes']);
      expect(told(await run([consumes, produces], { repeat: 2 }))).toEqual([
        ...['passed testConsumes', 'passed testProduces', 'passed testConsumes', 'passed testProduces'],
      ]);
      expect(told(await run([kept]))).toEqual(['skipped testIsKept']);
    });
  });

  test('a test with a process of its own is reported as others are, and shares nothing with them', async () => {
    const body = `
  private static $n = 0;
  public function testFirst(): void { $this->assertSame(1, ++self::$n); }
  /** @runInSeparateProcess */
  #[Has\\RunInSeparateProcess]
  public function testApart(): void { $this->assertSame(1, ++self::$n); }
  /** @runInSeparateProcess */
  #[Has\\RunInSeparateProcess]
  public function testFailsApart(): void { throw new LogicException('apart'); }
  /** @runInSeparateProcess */
  #[Has\\RunInSeparateProcess]
  public function testExitsApart(): void { exit(3); }`;
    const report = await runAll({ 'tests/ATest.php': CLASS('ATest', body) });
    expect(told(report).slice(0, 3)).toEqual(['passed testFirst', 'passed testApart', 'failed testFailsApart']);
    expect(report.observations[2]?.message).toMatch(/LogicException: apart\n {4}at tests\/ATest\.php:\d+/);
    expect(['failed', 'errored']).toContain(report.observations[3]?.outcome);
    expect(report.problems).toEqual([]);
  });
});

describe('listings of PHPUnit', () => {
  const passes = CLASS('ATest', 'public function testA(): void { $this->assertTrue(true); }');
  const list = async (files: Readonly<Record<string, string>>, settings = {}) =>
    withProject(await project(files, settings), ({ list }) => list());

  test('without a configuration the suite is the folder of tests, with arguments what they select', async () => {
    const files = { 'tests/ATest.php': passes, 'tests/helper.php': '<?php throw new Exception("not a test");' };
    expect(await list(files)).toEqual({ tests: ['tests/ATest.php::ATest::testA'], problems: [] });
    expect((await list(files, { args: ['--filter', 'testB'] })).tests).toEqual([]);
  });

  test('flags that choose an order are refused', async () => {
    const { tests, problems } = await list({ 'tests/ATest.php': passes }, { args: ['--order-by=random'] });
    expect([tests, problems.join()]).toEqual([
      [],
      expect.stringContaining('not supported: flags of PHPUnit: --order-by'),
    ]);
  });

  test('a data provider that breaks is a problem, and the other tests are listed', async () => {
    const body = `
  public static function broken(): array { throw new LogicException('no data'); }
  /** @dataProvider broken */
  #[Has\\DataProvider('broken')]
  public function testWith($x): void {}
  public function testA(): void { $this->assertTrue(true); }`;
    const { tests, problems } = await list({ 'tests/ATest.php': CLASS('ATest', body) });
    expect(tests).toEqual(['tests/ATest.php::ATest::testA']);
    expect(problems.join()).toContain('no data');
  });

  test("a file that does not load is a problem with PHP's own message", async () => {
    const { problems } = await list({ 'tests/ATest.php': '<?php new Absent();' });
    expect(problems.join()).toContain('Absent');
  });
});

describe('installations of PHPUnit', () => {
  const installed = (autoload: string, program: string, body: string) => ({
    adapter: phpunit,
    program: ['vendor/bin/phpunit'] as [string],
    files: {
      'vendor/autoload.php': `<?php ${autoload}`,
      'vendor/bin/phpunit': `#!/usr/bin/env php\n<?php ${program}`,
      'tests/ATest.php': CLASS('ATest', body),
    },
  });

  test('through the program that Composer writes, also for tests with a process of their own', async () => {
    const program = await phpunitProgram();
    const proxy = `$GLOBALS['_composer_autoload_path'] = __DIR__ . '/../autoload.php'; include '${program}';`;
    const body = `
  /** @runInSeparateProcess */
  #[Has\\RunInSeparateProcess]
  public function testApart(): void { $this->assertTrue(true); }
  public function testHere(): void { $this->assertTrue(true); }`;
    const given = installed(`require '${dirname(program)}/../share/php/PHPUnit/Autoload.php';`, proxy, body);
    const report = await withProject(given, ({ suite, run }) => run(suite));
    expect(told(report)).toEqual(['passed testApart', 'passed testHere']);
    expect(report.problems).toEqual([]);
  });

  test('an older version is refused', async () => {
    const old = 'eval(\'namespace PHPUnit\\Runner; class Version { static function id() { return "8.5.1"; } }\');';
    const { problems } = await withProject(installed(old, '', ''), ({ list }) => list());
    expect(problems.join()).toContain('not supported: PHPUnit 8.5.1; 9 or later is needed');
  });

  test('a PHAR is refused', async () => {
    const { problems } = await withProject(installed('', "Phar::mapPhar('x');", ''), ({ list }) => list());
    expect(problems.join()).toMatch(/not supported: .* is a PHAR/);
  });
});

describe('conditions of PHPUnit', () => {
  test('a time zone reaches PHP, also in a process of a test', async () => {
    const says = '$this->fail(date_default_timezone_get());';
    const body = `
  public function testHere(): void { ${says} }
  /** @runInSeparateProcess */
  #[Has\\RunInSeparateProcess]
  public function testApart(): void { ${says} }`;
    await withProject(await project({ 'tests/ATest.php': CLASS('ATest', body) }), async ({ suite, run }) => {
      const zones = async (conditions: Readonly<Record<string, string>>) =>
        (await run(suite, { conditions })).observations.map(
          ({ message = '' }) => /[A-Z]\w+\/\w+|UTC/.exec(message)?.[0],
        );
      expect(await zones({ tz: 'Asia/Kathmandu' })).toEqual(['Asia/Kathmandu', 'Asia/Kathmandu']);
      expect(await zones({ tz: 'as-is' })).toEqual(await zones({}));
    });
  });
});
