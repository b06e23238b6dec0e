/** Tests of PHPUnit are diagnosed from the command line: a victim behind its polluter, also one that needs the result of another test. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phpunitProgram } from '../../../../scripts/toolchains/phpunit.mjs';
import type { Diagnosis } from '../../src/contract/diagnosis.ts';
import { diagnosisOf, Place } from '../cli/unflake.ts';
import { writeFiles } from './small-project.ts';

const CLASS = (name: string, body: string) => `<?php
namespace Shop\\Tests;

use PHPUnit\\Framework\\Attributes\\Depends;

final class ${name} extends \\PHPUnit\\Framework\\TestCase
{
${body}
}
`;

const PROJECT = {
  'phpunit.xml':
    '<phpunit><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>\n',
  'tests/ATest.php': CLASS('ATest', 'public function testPasses(): void { $this->assertTrue(true); }'),
  'tests/BannerTest.php': CLASS(
    'BannerTest',
    "public function testBanner(): void { $GLOBALS['currency'] = 'USD'; $this->assertTrue(true); }",
  ),
  'tests/CartTest.php': CLASS(
    'CartTest',
    `
    public function testTotal(): int
    {
        $this->assertSame('EUR', $GLOBALS['currency'] ?? 'EUR');
        return 3;
    }

    public function testIsFilled(): int
    {
        $this->assertTrue(true);
        return 3;
    }

    /** @depends testIsFilled */
    #[Depends('testIsFilled')]
    public function testDiscount(int $items): void
    {
        $this->assertSame('3 EUR', $items . ' ' . ($GLOBALS['currency'] ?? 'EUR'));
    }`,
  ),
};
const POLLUTER = String.raw`tests/BannerTest.php::Shop\Tests\BannerTest::testBanner`;

describe('a victim of PHPUnit, from the command line', () => {
  const place = new Place();
  let before: ReturnType<Place['tree']>;
  beforeAll(async () => {
    await phpunitProgram();
    await writeFiles(place.subject, PROJECT);
    before = place.tree();
  });
  afterAll(() => place.remove());

  const diagnose = async (name: string): Promise<Diagnosis> =>
    diagnosisOf(await place.run(['diagnose', name, '--json', '--seed', '3', '--trials', '60']));

  test('is isolated with its polluter and a command that a person would type, and the project stays as it was', async () => {
    const { verdict, cause, polluters, reproduce } = await diagnose(String.raw`1) Shop\Tests\CartTest::testTotal`);
    expect({ verdict, cause, polluters }).toMatchObject({
      verdict: 'isolated',
      cause: { family: 'ordering', kind: 'victim' },
      polluters: [[POLLUTER]],
    });
    expect(reproduce).toMatchObject({ confirmed: true, fails: expect.stringContaining('phpunit --order-by=default') });
    expect(place.tree()).toEqual(before);
  });

  test('is isolated also where it depends on another test, and its reproduction is replayed', async () => {
    const { verdict, polluters, reproduce } = await diagnose('CartTest::testDiscount');
    expect({ verdict, polluters }).toEqual({ verdict: 'isolated', polluters: [[POLLUTER]] });
    expect(reproduce).toMatchObject({ confirmed: true, fails: expect.stringContaining('unflake replay') });
  });
});
