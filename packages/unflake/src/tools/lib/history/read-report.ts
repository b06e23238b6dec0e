/** Reads one report from disk in bounded memory: its content's hash, its own time, and its results in groups. */
import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ResultFormat, resultFormat, resultReader } from '../../../reports/results/read-results.ts';
import type { ReportBreak, ReportedResult } from '../../../reports/results/reported-result.ts';

export interface BrokenReport extends ReportBreak {
  readonly file: string;
}

/** What is known before a report is read. */
export interface OpenedReport {
  readonly path: string;
  readonly format: ResultFormat;
  readonly encoding: string;
  readonly sha: string;
  readonly bytes: number;
  /** When the report says that its tests ran. */
  readonly atMs: number | null;
}

const PIECE_BYTES = 256 * 1024;
const HEAD_BYTES = 64 * 1024;
const REPORT = /\.(?:xml|tap)$/i;

/** A folder stands for the reports in it, as Surefire and Gradle write one for each class. */
export async function reportFiles(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const isFolder = await stat(path).then((found) => found.isDirectory(), ignoreMissing);
    if (!isFolder) files.push(path);
    else {
      const inside = await readdir(path, { recursive: true, encoding: 'utf8' });
      files.push(
        ...inside
          .filter((name) => REPORT.test(name))
          .sort()
          .map((name) => join(path, name)),
      );
    }
  }
  return files;
}

/** A break where the file cannot be read or is no report. */
export async function openReport(path: string): Promise<OpenedReport | BrokenReport> {
  try {
    const head = await headOf(path);
    if (head.length === 0) return broken(path, 'it is empty');
    const encoding = encodingOf(head);
    const text = new TextDecoder(encoding).decode(head);
    const format = resultFormat(text);
    if (format === null) return broken(path, 'it is neither JUnit XML, nor TAP, nor the output of `go test -json`');
    return { path, format, encoding, ...(await contentOf(path)), atMs: timeIn(text) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return broken(path, `it cannot be read (${code})`);
  }
}

/** Null when the report was whole. What `onResults` got before a break is not to be kept. */
export async function readReport(
  { path, format, encoding }: OpenedReport,
  onResults: (results: readonly ReportedResult[]) => Promise<void>,
): Promise<BrokenReport | null> {
  let found: ReportedResult[] = [];
  const reader = resultReader(format, (result) => found.push(result));
  const decoder = new TextDecoder(encoding);
  const take = async (): Promise<void> => {
    if (found.length === 0) return;
    const results = found;
    found = [];
    await onResults(results);
  };
  for await (const piece of piecesOf(path)) {
    const why = reader.write(decoder.decode(piece, { stream: true }));
    if (why !== null) return { file: path, ...why };
    await take();
  }
  const why = reader.write(decoder.decode()) ?? reader.end();
  if (why !== null) return { file: path, ...why };
  await take();
  return null;
}

const broken = (file: string, why: string): BrokenReport => ({ file, why, line: 1, column: 1 });

function ignoreMissing(error: NodeJS.ErrnoException): false {
  if (error.code === undefined) throw error;
  return false;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function contentOf(path: string): Promise<{ readonly sha: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of piecesOf(path)) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha: hash.digest('hex'), bytes };
}

/** Each in the memory of the one before: a stream would take new memory for each, and give it back late. */
async function* piecesOf(path: string): AsyncGenerator<Buffer, void, undefined> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Older writers on Windows and PHP declare others than UTF-8. An unknown one is read as UTF-8. */
function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w.-]+)["']/.exec(head.toString('latin1'))?.[1];
  if (declared === undefined || /^utf-?16/i.test(declared)) return 'utf-8';
  try {
    return new TextDecoder(declared).encoding;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'utf-8';
  }
}

/** Of the first suite of JUnit XML, or the first line of Go. */
function timeIn(text: string): number | null {
  const [, written] = /(?:\btimestamp=["']|"Time":")(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)/.exec(text) ?? [];
  if (written === undefined) return null;
  const moment = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(written) ? written : `${written}Z`);
  return Number.isFinite(moment) ? moment : null;
}
