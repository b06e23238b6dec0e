import type { SourceFile } from '../../facts/source-file.ts';
import { nearest } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule, nodesOf } from '../rule.ts';

const CONFIG =
  /(?:^|\/)(?:playwright|vitest|cypress|wdio|jest|mocha|\.mocharc)[\w.-]*\.config\.[cm]?[jt]s$|(?:^|\/)\.mocharc\.c?js$/;

export const javascript: LanguageRule = {
  fix: 'Take the retry away and diagnose the test; if it must wait, quarantine it by name with an owner and a date.',
  where: 'anywhere',
  find: [
    calls('jest.retryTimes @jest/globals.jest.retryTimes', ({ args }) => args[0]?.text() !== '0'),
    calls(
      'this.retries ?.retries',
      ({ node, args, file }) =>
        args.length === 1 &&
        args[0]!.text() !== '0' &&
        (file.isTestFile || /^(?:this|it|test|describe)\b/.test(node.text())) &&
        /^this\.|^(?:it|test|describe|context|specify)\b/.test(node.text()),
    ),
    calls('test.describe.configure describe.configure', ({ args }) =>
      /\bretries\s*:\s*[^0\s]/.test(args[0]?.text() ?? ''),
    ),
    nodesOf(
      'pair',
      /^["']?retr(?:y|ies)["']?[ \n]*:/,
      (node, file) =>
        !/^0$/.test(node.field('value')?.text() ?? '0') &&
        (isTestOption(node, file) || (CONFIG.test(file.path) && isSetting(node))),
    ),
  ],
};

/** Given to the runner with the test, not to what is tested. */
function isTestOption(pair: Node, file: SourceFile): boolean {
  const object = pair.parent();
  const call = object?.parent()?.is('arguments') ? object.parent()!.parent() : null;
  return (
    call !== null &&
    (file.dialect.test(call) !== null ||
      /^(?:describe|suite|context|test\.describe)(?:\.\w+)?$/.test(call.field('function')?.text() ?? ''))
  );
}

/** At the top of the settings, or in its `test` part. */
function isSetting(pair: Node): boolean {
  const outer = pair.parent()?.parent();
  return (
    outer !== null &&
    outer !== undefined &&
    (!outer.is('pair') ||
      /^(?:test|retries|mochaOpts)$/.test(outer.field('key')?.text() ?? '') ||
      nearest(pair, ['array']) !== null)
  );
}
