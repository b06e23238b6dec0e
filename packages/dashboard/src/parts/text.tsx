/** Text from tests. It is data: control characters and marks that turn text around are written out, and long output is cut. */
import { useState } from 'preact/hooks';
import { shortName } from '../../../unflake/src/text/short-name.ts';
import { visible, visibleLines } from '../../../unflake/src/text/shorten.ts';

const MAX_NAME = 400;
/** A browser lays out this much at once without a pause. */
const SHOWN = 12_000;

/** The whole name on one line. */
export function Name({ id }: { readonly id: string }) {
  return <bdi class="id">{nameText(id)}</bdi>;
}

export function nameText(id: string): string {
  const text = visible(id.slice(0, MAX_NAME));
  return id.length > MAX_NAME ? `${text}…` : text;
}

/** What people call the test, with the rest of its name above. */
export function TestName({ id }: { readonly id: string }) {
  const short = shortName(id);
  const before = id.slice(0, Math.max(0, id.length - short.length)).replace(/(::| > )$/, '');
  return (
    <span class="test-name" title={nameText(id)}>
      {before === '' ? null : <bdi class="quiet small">{nameText(before)} </bdi>}
      <bdi class="id">{nameText(short)}</bdi>
    </span>
  );
}

/** Sentences in which names of tests may stand. */
export function Prose({ text }: { readonly text: string }) {
  return <bdi>{linesText(text)}</bdi>;
}

/** Many lines; of a long output the beginning, and more when asked. */
export function Output({ text, label }: { readonly text: string; readonly label: string }) {
  const [limit, setLimit] = useState(SHOWN);
  const left = text.length - limit;
  return (
    <div>
      <section class="output" aria-label={label} tabIndex={0}>
        <pre dir="ltr">{linesText(text.slice(0, limit))}</pre>
      </section>
      {left > 0 ? (
        <button type="button" class="plain" onClick={() => setLimit(limit + 4 * SHOWN)}>
          Show more ({left.toLocaleString('en')} characters left)
        </button>
      ) : null}
    </div>
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of terminals begin with one
const COLOURS = /\u001b\[[0-9;]*m/g;

export function linesText(text: string): string {
  return visibleLines(text.replace(COLOURS, ''));
}
