/** `.made`: the provenance of an environment. A file that does not parse was written by something else. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Provenance {
  /** The environment that it was copied from; null if it started empty. */
  readonly from: string | null;
  /** The hash of the foundation's inputs; empty without a foundation. */
  readonly inputs: string;
}

export const FORMAT = 1;

export function provenanceText({ from, inputs }: Provenance): string {
  return `format=${FORMAT}\nfrom=${from ?? ''}\ninputs=${inputs}\n`;
}

/** Null with the reason if the file is missing, unreadable, or of another format. */
export function readProvenance(
  state: string,
): { readonly provenance: Provenance } | { readonly provenance: null; readonly why: string } {
  const path = join(state, '.made');
  if (!existsSync(path)) return { provenance: null, why: 'it has no .made' };
  const fields = new Map(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );
  const format = fields.get('format');
  if (format !== String(FORMAT)) {
    return {
      provenance: null,
      why: format === undefined ? 'its .made cannot be read' : `its .made has format ${format}`,
    };
  }
  return { provenance: { from: fields.get('from') || null, inputs: fields.get('inputs') ?? '' } };
}
