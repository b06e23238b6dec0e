/** The examples in doc comments and documents, as programs: what people copy is what we run. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Example {
  /** Where it stands, for people. */
  readonly place: string;
  readonly code: string;
}

/** Every `@example` in the sources, in the order of their files. */
export async function docExamples(sources: string): Promise<Example[]> {
  const files = (await readdir(sources, { recursive: true })).filter((file) => file.endsWith('.ts')).sort();
  const examples: Example[] = [];
  for (const file of files) {
    const text = await readFile(join(sources, file), 'utf8');
    for (const match of text.matchAll(/@example\n((?: \*.*\n)+?) \* ```\n/g)) {
      const code = match[1]!.replace(/^ \* ```ts\n/, '').replace(/^ \* ?/gm, '');
      examples.push({ place: `${file}:${lineOf(text, match.index)}`, code });
    }
  }
  return examples;
}

/** Every block marked `ts` in a document; blocks that show what not to do are marked otherwise. */
export async function documentExamples(document: string): Promise<Example[]> {
  const text = await readFile(document, 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map((match) => ({
    place: `${document.split('/').at(-1)}:${lineOf(text, match.index)}`,
    code: match[1]!,
  }));
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
