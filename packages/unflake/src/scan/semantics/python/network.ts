/** Clients of Python that go to the network, and what stands in for it. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { circumstances, functionAround } from './around.ts';
import { callOf, callsIn } from './calls-in.ts';
import { givenValue } from './values.ts';

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
  const value = givenValue(call.field('function')?.field('object') ?? null, file)?.text() ?? '';
  const texts = [value, ...circumstances(call).filter((text) => new RegExp(`\\bas ${on}\\b`).test(text))];
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
