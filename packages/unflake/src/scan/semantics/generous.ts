/** Whether a loop that gives up looks for so long that only a hang reaches its end. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { GENEROUS_MS } from './counted-loop.ts';
import { scopeOf } from './index.ts';
import { re } from './undone.ts';

const UNIT_MS = (unit: string): number => (/^s|Second|secs/i.test(unit) ? 1000 : /min/i.test(unit) ? 60_000 : 1);

/** By what is written in its head and where the names in it are given: `Date.now() + 30_000`, `100` looks with pauses of `200`. */
export function isGenerous(loop: Node, file: SourceFile): boolean {
  // Their loops are reckoned where they are read.
  if (/^(?:python|shell)$/.test(file.language)) return false;
  const head = (loop.field('condition') ?? loop.field('initializer') ?? loop).text().split('{', 1)[0]!;
  const around = scopeOf(loop, file).text();
  const names = head.match(/[A-Za-z_]\w*/g) ?? [];
  const given = names.flatMap((name) => re`\b${name}\s*:?=([^=\n;]*)`.exec(`${around}\n${file.text}`)?.[1] ?? []);
  const numbers = (text: string): readonly number[] =>
    (text.match(/(?<![\w.])\d[\d_]*(?![\w.])/g) ?? []).map((number) => Number(number.replaceAll('_', '')));
  const limits = [head, ...given].flatMap((text) => {
    const product = numbers(text)
      .filter((number) => number > 0)
      .reduce((all, number) => all * number, 1);
    return numbers(text).length === 0 ? [] : [product * UNIT_MS(text.replace(/Millis\w*|ms\b/g, ''))];
  });
  const pauses = [
    ...loop.text().matchAll(/(?:[sS]leep|[dD]elay|[wW]ait|setTimeout)\w*\(([^()]*(?:\([^()]*\))?[^()]*)\)/g),
  ];
  const pause = Math.max(
    0,
    ...pauses.flatMap(([, text]) =>
      numbers(text!).map((number) => number * UNIT_MS(text!.replace(/Millis\w*|ms\b/g, ''))),
    ),
  );
  const isByClock = /now|Time|deadline|elapsed|since|until|hrtime/i.test(head);
  return limits.some((limit) => (isByClock ? limit : limit * pause) >= GENEROUS_MS);
}
