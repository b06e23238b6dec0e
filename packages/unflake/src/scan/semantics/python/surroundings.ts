/** What of a Python test's surroundings is settled or stood in for: the working directory, the home, the network. */

import type { Node, SourceFile } from '../../facts/source-file.ts';
import { textAt } from '../../syntax/node.ts';
import { re } from '../undone.ts';
import { circumstances, classAround, functionAround, isSetUp } from './around.ts';
import { type CallIn, callOf, callsIn } from './calls-in.ts';
import { givenValue } from './values.ts';

/** What of a test's surroundings says which directory, or which home, there is. */
const SETTLED = {
  cwd: {
    around: /\bchdir\b|isolated_filesystem|\bfs\b|in_tmp|cwd/,
    call: /^(?:chdir|isolated_filesystem)$/,
    args: /(?:)/,
  },
  home: { around: /patch\.dict|\b(?:fake_)?home\b|\bfs\b/, call: /^(?:setenv|dict|update)$/, args: /HOME/ },
} as const;

/** Unless the test, or the set-up of its class, has settled it first. */
export function isFree(node: Node, what: keyof typeof SETTLED): boolean {
  const { around: guards, call, args: wanted } = SETTLED[what];
  const around = functionAround(node);
  if (around === null || circumstances(node).some((text) => guards.test(text))) return false;
  const setUps = (classAround(node)?.findAll('function_definition') ?? []).filter(isSetUp);
  const settles = ({ last, args }: CallIn) =>
    call.test(last) && (args.length === 0 || args.some((arg) => wanted.test(arg.text())));
  return ![around, ...setUps].some((place) => callsIn(place).some(settles));
}

const CLIENT =
  /^(?:requests\.(?:sessions\.)?Session|httpx\.(?:Async)?Client|aiohttp\.ClientSession|urllib3\.PoolManager)$/;

/** Libraries that stand in for the network. */
const STANDS_IN =
  /^(?:responses|respx|requests_mock|httpretty|vcr|pook|aioresponses|pytest_httpx|pytest_httpserver|betamax|mocket|webtest)\b/;

const STANDS_IN_HERE =
  /responses|respx|requests_mock|httpretty|vcr|cassette|httpx_mock|aioresponses|httpserver|pook|patch|mocker|\bmock/i;

/** Called on a session or client that is made here, without a transport of the test's own. */
export function isClient(call: Node, file: SourceFile): boolean {
  const { on } = callOf(call);
  const value = textAt(givenValue(call.field('function')?.field('object') ?? null, file));
  const texts = [value, ...circumstances(call).filter((text) => re`\bas ${on}\b`.test(text))];
  return texts.some((text) => {
    const callee = /([\w.]+)\(/.exec(text)?.[1];
    return (
      callee !== undefined &&
      !/transport|app=/.test(text) &&
      file.meanings(callee, call).some((name) => CLIENT.test(name))
    );
  });
}

export function isStoodIn(node: Node, file: SourceFile): boolean {
  if ([...file.imports.names.values()].some((name) => STANDS_IN.test(name))) return true;
  if (circumstances(node).some((text) => STANDS_IN_HERE.test(text))) return true;
  const around = functionAround(node);
  return (
    around !== null && callsIn(around).some(({ callee }) => /monkeypatch\.setattr|mocker\.patch|\bpatch\b/.test(callee))
  );
}
