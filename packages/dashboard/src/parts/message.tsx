/** The message of a failure: the two values that were compared, and the lines that the tool has marked. */
import { comparedValues, messageLines, type SplitValue } from '../../../unflake/src/text/message-diff.ts';
import { linesText } from './text.tsx';

export function Message({ text, label }: { readonly text: string; readonly label: string }) {
  const clean = linesText(text);
  const values = comparedValues(clean);
  return (
    <>
      {values === null ? null : (
        <dl class="compared">
          <Value name="expected" kind="plus" parts={values.expected} />
          <Value name="received" kind="minus" parts={values.received} />
        </dl>
      )}
      <section class="output" aria-label={label} tabIndex={0}>
        <pre dir="ltr">
          {messageLines(clean).map(({ kind, text: line }, index) => (
            <span key={index} class={`line ${kind}`}>
              {line}
              {'\n'}
            </span>
          ))}
        </pre>
      </section>
    </>
  );
}

interface ValueProps {
  readonly name: string;
  readonly kind: 'plus' | 'minus';
  readonly parts: SplitValue;
}

function Value({ name, kind, parts: [before, differs, after] }: ValueProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi class="id">
          {before}
          {differs === '' ? null : <mark class={kind}>{differs}</mark>}
          {after}
        </bdi>
      </dd>
    </div>
  );
}
