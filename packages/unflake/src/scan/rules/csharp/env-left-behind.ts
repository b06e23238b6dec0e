import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { ruleOf } from '../kinds.ts';
import { sharedText } from '../place.ts';
import { calls, nodes } from '../rule.ts';

export const envLeftBehind = ruleOf('csharp', 'env-left-behind', {
  fix: 'Put it back in `Dispose`, `[TearDown]` or `finally`: `Environment.SetEnvironmentVariable(name, saved)`, `CultureInfo.CurrentCulture = saved`.',
  find: [
    calls(['System.Environment.SetEnvironmentVariable'], ({ node, args, file }) => {
      if (isPuttingBack(node)) return false;
      const key = args[0]?.text() ?? '';
      const all = [...sharedText(node, file).matchAll(/SetEnvironmentVariable\(\s*([^,)]+)/g)].filter(
        (match) => match[1]!.trim() === key,
      );
      return all.length < 2;
    }),
    calls(
      ['System.IO.Directory.SetCurrentDirectory'],
      ({ node, file }) =>
        !isPuttingBack(node) && (sharedText(node, file).match(/SetCurrentDirectory\(/g)?.length ?? 0) < 2,
    ),
    nodes(
      {
        rule: {
          kind: 'assignment_expression',
          regex:
            '^(?:CultureInfo\\.(?:CurrentCulture|CurrentUICulture|DefaultThreadCurrentCulture)|Environment\\.CurrentDirectory)[ ]*=',
        },
      },
      (node, file) => {
        const left = node.field('left')!.text();
        return !isPuttingBack(node) && sharedText(node, file).split(`${left} =`).length < 3;
      },
    ),
  ],
  flags: [
    'public class ATests { [Fact] public void A() { Environment.SetEnvironmentVariable("MODE", "fast"); Assert.Equal("fast", Mode()); } }\n',
    'public class ATests { [SetUp] public void Up() { Environment.SetEnvironmentVariable("TOKEN", "x"); } }\n',
    'using System.Globalization;\npublic class ATests { [Fact] public void A() { CultureInfo.CurrentCulture = new CultureInfo("de-DE"); Assert.Equal("1,5", Show(1.5)); } }\n',
    'public class ATests { [Fact] public void A() { Directory.SetCurrentDirectory(dir); Assert.True(Build()); } }\n',
  ],
  allows: [
    'public class ATests : IDisposable { public ATests() { Environment.SetEnvironmentVariable("TOKEN", "x"); } public void Dispose() { Environment.SetEnvironmentVariable("TOKEN", null); } }\n',
    'using System.Globalization;\npublic class ATests { [Fact] public void A() { var saved = CultureInfo.CurrentCulture; try { CultureInfo.CurrentCulture = German; Assert.True(Ok()); } finally { CultureInfo.CurrentCulture = saved; } } }\n',
    { file: 'src/Boot.cs', text: 'class Boot { void Run() { Environment.SetEnvironmentVariable("A", "b"); } }\n' },
    'public class ATests { [Fact] public void A() { Assert.Equal("x", Environment.GetEnvironmentVariable("TOKEN")); } }\n',
  ],
});

const isPuttingBack = (node: Node): boolean => {
  if (nearest(node, ['finally_clause']) !== null) return true;
  const method = nearest(node, ['method_declaration']);
  return (
    /^(?:Dispose\w*|TearDown|Cleanup\w*)$/.test(method?.field('name')?.text() ?? '') ||
    /^\[(?:\w*TearDown|\w*Cleanup)\]/.test(method?.text() ?? '')
  );
};
