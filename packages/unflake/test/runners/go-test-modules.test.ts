/** Modules as they come: old and new language versions, vendored packages, build tags, cgo, test packages of both kinds, workspaces. */
import { expect, onTestFinished, test } from 'vitest';
import { goProgram } from '../../../../scripts/toolchains/go.mjs';
import type { RunnerSettings } from '../../src/contract/runner.ts';
import { goTest } from '../../src/runners/go-test.ts';
import { openProject } from '../contract/runner-arm.ts';
import { told, writeFiles } from './small-project.ts';

/** Internal and external tests of one package. */
const PACKAGE = {
  'shop.go': 'package shop\n\nfunc Price() int { return 40 }\n',
  'shop_test.go': 'package shop\n\nimport "testing"\n\nfunc TestInside(t *testing.T) {}\n',
  'outside_test.go':
    'package shop_test\n\nimport (\n\t"testing"\n\n\t"example.com/shop"\n)\n\nfunc TestOutside(t *testing.T) {\n\tif shop.Price() != 40 {\n\t\tt.Fail()\n\t}\n}\n',
};
const INSIDE_AND_OUTSIDE = ['.::TestInside', '.::TestOutside'];

interface Layout {
  readonly files: Readonly<Record<string, string>>;
  readonly tests: readonly string[];
  readonly settings?: Partial<RunnerSettings>;
}

const moduleOf = (version: string, more = '') => `module example.com/shop\n\ngo ${version}\n${more}`;

const LAYOUTS: Readonly<Record<string, Layout>> = {
  ...Object.fromEntries(
    ['1.9', '1.12', '1.16', '1.21', '1.26'].map((version) => [
      `go ${version}`,
      { files: { 'go.mod': moduleOf(version), ...PACKAGE }, tests: INSIDE_AND_OUTSIDE },
    ]),
  ),
  'a vendored package, go 1.12': {
    files: {
      'go.mod': moduleOf('1.12', '\nrequire example.com/tea v1.0.0\n'),
      'vendor/modules.txt': '# example.com/tea v1.0.0\nexample.com/tea\n',
      'vendor/example.com/tea/tea.go': 'package tea\n\nconst Price = 40\n',
      'shop_test.go':
        'package shop\n\nimport (\n\t"testing"\n\n\t"example.com/tea"\n)\n\nfunc TestVendored(t *testing.T) {\n\tif tea.Price != 40 {\n\t\tt.Fail()\n\t}\n}\n',
    },
    tests: ['.::TestVendored'],
    settings: { args: ['-mod=vendor'] },
  },
  'a vendored package, go 1.21': {
    files: {
      'go.mod': moduleOf('1.21', '\nrequire example.com/tea v1.0.0\n'),
      'vendor/modules.txt': '# example.com/tea v1.0.0\n## explicit\nexample.com/tea\n',
      'vendor/example.com/tea/tea.go': 'package tea\n\nconst Price = 40\n',
      'shop_test.go':
        'package shop\n\nimport (\n\t"testing"\n\n\t"example.com/tea"\n)\n\nfunc TestVendored(t *testing.T) {\n\tif tea.Price != 40 {\n\t\tt.Fail()\n\t}\n}\n',
    },
    tests: ['.::TestVendored'],
  },
  'a build tag': {
    files: {
      'go.mod': moduleOf('1.16'),
      ...PACKAGE,
      'tagged_test.go':
        '//go:build integration\n// +build integration\n\npackage shop\n\nimport "testing"\n\nfunc TestTagged(t *testing.T) {}\n',
    },
    tests: ['.::TestInside', '.::TestTagged', '.::TestOutside'],
    settings: { args: ['-tags=integration'] },
  },
  cgo: {
    files: {
      'go.mod': moduleOf('1.12'),
      'shop.go':
        'package shop\n\n// static int price(void) { return 40; }\nimport "C"\n\nfunc Price() int { return int(C.price()) }\n',
      'shop_test.go':
        'package shop\n\nimport "testing"\n\nfunc TestCalls(t *testing.T) {\n\tif Price() != 40 {\n\t\tt.Fail()\n\t}\n}\n',
    },
    tests: ['.::TestCalls'],
  },
  'a workspace': {
    files: {
      'go.work': 'go 1.21\n\nuse (\n\t.\n\t./tea\n)\n',
      'go.mod': moduleOf('1.21', '\nrequire example.com/tea v0.0.0\n'),
      'shop_test.go':
        'package shop\n\nimport (\n\t"testing"\n\n\t"example.com/tea"\n)\n\nfunc TestUsesTheOther(t *testing.T) {\n\tif tea.Price != 40 {\n\t\tt.Fail()\n\t}\n}\n',
      'tea/go.mod': 'module example.com/tea\n\ngo 1.21\n',
      'tea/tea.go': 'package tea\n\nconst Price = 40\n',
    },
    tests: ['.::TestUsesTheOther'],
  },
};

test.each(Object.entries(LAYOUTS))('%s: lists and runs', async (_name, { files, tests, settings }) => {
  const project = await openProject(goTest, async (folder) => {
    await writeFiles(folder, files);
    return { program: [await goProgram()], suite: [...tests], ...(settings ? { settings } : {}) };
  });
  onTestFinished(() => project.close());
  const { tests: listed, problems } = await project.list();
  expect({ listed, problems }).toEqual({ listed: tests, problems: [] });
  expect(told(await project.run(tests)).map((line) => line.split(' ')[0])).toEqual(tests.map(() => 'passed'));
});
