/** Tests that Django runs: set up as by `manage.py test`, in the order of the trial, in a database of their own. */
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonTools } from '../../../../scripts/toolchains/python.mjs';
import { unittest } from '../../src/runners/unittest.ts';
import { runCommand } from '../contract/run-command.ts';
import { requestFor } from '../contract/runner-arm.ts';
import { projectOf } from '../unit/runners/project-of.ts';
import { type OpenSmallProject, openSmallProject, told, withProject } from './small-project.ts';

const MANAGE = `
import os, sys
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "site_settings")
from django.core.management import execute_from_command_line
execute_from_command_line(sys.argv)
`;
const settings = (database: string, runner = 'django.test.runner.DiscoverRunner') => `
SECRET_KEY = "of a test"
INSTALLED_APPS = ["shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "development.sqlite3"${database}}}
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
TEST_RUNNER = "${runner}"
`;
const SHOP = {
  'manage.py': MANAGE,
  'shop/__init__.py': '',
  'shop/models.py': `
from django.db import models
PRICES = {}
class Item(models.Model):
    name = models.CharField(max_length=20)
    part_of = models.ForeignKey("Item", models.CASCADE, null=True)
`,
  'shop/migrations/__init__.py': '',
  'shop/migrations/0001_initial.py': `
from django.db import migrations, models
class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Item", [("id", models.AutoField(primary_key=True)), ("name", models.CharField(max_length=20)),
                                        ("part_of", models.ForeignKey("Item", models.CASCADE, null=True))]),
        migrations.RunPython(lambda apps, _: apps.get_model("shop", "Item").objects.create(name="tea")),
    ]
`,
  'shop/tests/__init__.py': '',
  'shop/tests/test_cart.py': `
import unittest
from django.test import TestCase, TransactionTestCase
from shop.models import Item, PRICES

class Plain(unittest.TestCase):
    def test_healthy(self): pass

class Empties(TransactionTestCase):
    def test_adds(self): Item.objects.create(name="milk")

class Cart(TestCase):
    def test_1_caches(self): PRICES["tea"] = 3
    def test_2_total(self): self.assertEqual(PRICES, {})
    def test_3_items(self): self.assertEqual([item.name for item in Item.objects.all()], ["tea"])
    def test_4_points_nowhere(self): Item.objects.create(name="lid", part_of_id=999)

class NoFixture(TransactionTestCase):
    fixtures = ["absent.json"]
    def test_never_begins(self): pass

class Imported(TestCase):
    def test_once(self): pass
`,
  'shop/tests/test_again.py': 'from shop.tests.test_cart import Imported\n',
};
const cart = (...names: readonly string[]) => names.map((name) => `shop/tests/test_cart.py::${name}`);
const LISTED = [
  ...cart('Imported::test_once', 'Cart::test_1_caches', 'Cart::test_2_total', 'Cart::test_3_items'),
  ...cart('Cart::test_4_points_nowhere', 'Empties::test_adds', 'NoFixture::test_never_begins', 'Plain::test_healthy'),
];

const adapter = unittest.withProject(projectOf({ 'manage.py': MANAGE }), '.');
const program = async (): Promise<[string]> => [await pythonTools({ django: '4.2.28' })];

describe('a project with a manage.py', () => {
  let project: OpenSmallProject;
  beforeAll(async () => {
    const files = { ...SHOP, 'site_settings.py': settings('') };
    project = await openSmallProject({ adapter, program: await program(), files, suite: LISTED });
  });
  afterAll(() => project?.close());

  test('lists what manage.py runs, in its order: cases in a transaction first, an imported class once', async () => {
    const context = await project.context();
    const run = await runCommand(adapter.list(context), context);
    expect(adapter.parseList(run, context)).toEqual({ tests: LISTED, problems: [] });
  });

  test('runs in the order of the trial; a case in a transaction finds the database as the migrations left it', async () => {
    const names = ['Empties::test_adds', 'Cart::test_3_items', 'Cart::test_2_total', 'Cart::test_1_caches'];
    const report = await project.run(cart(...names, 'Cart::test_2_total'));
    expect(told(report)).toEqual([
      'passed test_adds',
      'passed test_3_items',
      'passed test_2_total',
      'passed test_1_caches',
      'failed test_2_total',
    ]);
    expect(report.observations.at(-1)?.message).toMatch(/at test_2_total shop\/tests\/test_cart\.py:\d+$/);
    expect(report.problems).toEqual([]);
  });

  test('what Django does before and after a test is part of it', async () => {
    const names = ['Cart::test_4_points_nowhere', 'NoFixture::test_never_begins', 'Imported::test_once'];
    const report = await project.run(cart(...names));
    expect(told(report)).toEqual(['errored test_4_points_nowhere', 'errored test_never_begins', 'passed test_once']);
    expect(report.observations[0]?.message).toContain('IntegrityError');
    expect(report.observations[1]?.message).toContain('absent');
  });

  test('its plain command is that of Django', async () => {
    const context = await project.context();
    const request = requestFor(project.fixture, cart('Cart::test_1_caches', 'Cart::test_2_total'));
    const run = await runCommand(adapter.plain(request, context)!, context);
    const outcomes = request.tests.map((target) => adapter.parsePlain(run, { ...request, target }));
    expect(outcomes).toEqual(['passed', 'failed']);
  });
});

describe('databases and runners of Django', () => {
  test('a database in a file is made for each piece of a trial, and not in the project', async () => {
    const files = { ...SHOP, 'site_settings.py': settings(', "TEST": {"NAME": "test.sqlite3"}') };
    await withProject({ adapter, program: await program(), files, suite: LISTED }, async ({ root, run }) => {
      const [adds, items] = cart('Empties::test_adds', 'Cart::test_3_items');
      const report = await run([adds!, items!, adds!], { forks: [2, 1], forkMs: 30_000 });
      expect(told(report)).toEqual(['passed test_adds', 'passed test_3_items', 'passed test_adds']);
      expect(report.observations.map(({ run: nth }) => nth)).toEqual([0, 0, 1]);
      expect((await readdir(root)).filter((name) => name.endsWith('.sqlite3'))).toEqual([]);
    });
  });

  test('a project that cannot be set up says where', async () => {
    const files = { ...SHOP, 'site_settings.py': 'import os\nos.environ["KEY_OF_A_TEST"]\n' };
    const listing = await withProject({ adapter, program: await program(), files }, ({ list }) => list());
    expect(listing.problems).toEqual(["`manage.py test` failed: KeyError: 'KEY_OF_A_TEST' (site_settings.py:2)"]);
  });

  test('a runner of the project is used if it is one of Django, and named if it is not', async () => {
    const files = {
      ...SHOP,
      'runners.py': `
from django.test.runner import DiscoverRunner
class Own(DiscoverRunner):
    def build_suite(self, *args, **options):
        return self.test_suite([test for test in super().build_suite(*args, **options) if "total" in test.id()])
class Foreign:
    def __init__(self, **options): pass
    def run_tests(self, labels): return 0
`,
    };
    const listing = async (runner: string) => {
      const all = { ...files, 'site_settings.py': settings('', runner) };
      return withProject({ adapter, program: await program(), files: all }, ({ list }) => list());
    };
    expect(await listing('runners.Own')).toEqual({ tests: cart('Cart::test_2_total'), problems: [] });
    expect(await listing('runners.Foreign')).toEqual({
      tests: [],
      problems: ['`manage.py test` ended before it came to a test runner of Django'],
    });
  });
});
