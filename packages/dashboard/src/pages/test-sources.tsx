/** Places in the code that a test reaches and that can make it flaky, each with the code around it and the calls that lead there. */
import { useState } from 'preact/hooks';
import type { ClassPlace, RootCauseClass, ScanReport } from '../../../unflake/src/contract/scan-report.ts';
import { useTool } from '../api/use-tool.ts';
import { useCell } from '../live/cell.ts';
import { Answered } from '../parts/state.tsx';
import { nameText, Output, Prose } from '../parts/text.tsx';
import { rootOf, route } from '../route.ts';

const MAX_PLACES = 20;

export function TestSources({ test }: { readonly test: string }) {
  const root = rootOf(useCell(route));
  // It reads the whole project and its index, so it is not done unasked.
  const [isAsked, setIsAsked] = useState(false);
  const scan = useTool('scan', isAsked ? { ...root, report: true, known: [test] } : null);
  return (
    <>
      <h2>Sources in the code</h2>
      {isAsked ? (
        <Answered from={scan}>{({ report }) => (report === undefined ? null : <Places report={report} />)}</Answered>
      ) : (
        <p>
          <button type="button" onClick={() => setIsAsked(true)}>
            Find places that it reaches
          </button>
        </p>
      )}
    </>
  );
}

interface Found {
  readonly rule: RootCauseClass;
  readonly place: ClassPlace;
}

function Places({ report }: { readonly report: ScanReport }) {
  const found = placesOf(report);
  if (found.length === 0)
    return <p class="quiet">The scan found no place that it reaches, or does not know the test under this name.</p>;
  return (
    <>
      {found.slice(0, MAX_PLACES).map(({ rule, place }) => (
        <section key={`${rule.rule} ${place.code.file} ${place.code.line}`} class="failure">
          <h3>{rule.title}</h3>
          <p>
            <code>{`${nameText(place.code.file)}:${place.findings[0]?.line ?? place.code.line}`}</code>{' '}
            <Prose text={rule.why} />
          </p>
          <Output text={place.code.text} label={`Code of ${place.name}`} />
          {place.path.length === 0 ? null : (
            <ol class="log" aria-label="The calls that lead there">
              {place.path.map(({ file, line, name }, index) => (
                <li key={index}>{nameText(`${name} ${file}:${line}`)}</li>
              ))}
            </ol>
          )}
        </section>
      ))}
      {found.length > MAX_PLACES ? <p class="quiet">{found.length - MAX_PLACES} more are on the page Scan.</p> : null}
    </>
  );
}

function placesOf({ known, classes }: ScanReport): readonly Found[] {
  const locations = known.flatMap((one) => one.locations.map(({ file, line }) => `${file}:${line}`));
  return classes.flatMap((rule) =>
    rule.places
      .filter(({ tests }) => tests.some(({ file, line }) => locations.includes(`${file}:${line}`)))
      .map((place) => ({ rule, place })),
  );
}
