/** The languages we read: which files are theirs, and which parser reads them. */

/** Rules and facts are written per language; dialects of one language (TypeScript, TSX) share them. */
export const LANGUAGES = [
  'python',
  'javascript',
  'go',
  'rust',
  'java',
  'shell',
  'kotlin',
  'ruby',
  'csharp',
  'cpp',
  'php',
] as const;
export type Language = (typeof LANGUAGES)[number];

/** A grammar as the parser library calls it. */
export type Grammar =
  | 'python'
  | 'JavaScript'
  | 'TypeScript'
  | 'Tsx'
  | 'go'
  | 'rust'
  | 'java'
  | 'kotlin'
  | 'ruby'
  | 'csharp'
  | 'cpp'
  | 'bash'
  | 'php';

export interface Reading {
  readonly language: Language;
  readonly grammar: Grammar;
}

const BY_EXTENSION: Readonly<Record<string, readonly [Language, Grammar]>> = {
  py: ['python', 'python'],
  pyi: ['python', 'python'],
  js: ['javascript', 'JavaScript'],
  mjs: ['javascript', 'JavaScript'],
  cjs: ['javascript', 'JavaScript'],
  jsx: ['javascript', 'Tsx'],
  ts: ['javascript', 'TypeScript'],
  mts: ['javascript', 'TypeScript'],
  cts: ['javascript', 'TypeScript'],
  tsx: ['javascript', 'Tsx'],
  go: ['go', 'go'],
  rs: ['rust', 'rust'],
  java: ['java', 'java'],
  sh: ['shell', 'bash'],
  bash: ['shell', 'bash'],
  bats: ['shell', 'bash'],
  kt: ['kotlin', 'kotlin'],
  kts: ['kotlin', 'kotlin'],
  rb: ['ruby', 'ruby'],
  cs: ['csharp', 'csharp'],
  // C is read as C++, whose grammar holds C's; see prepare-cpp.ts for what does not fit.
  c: ['cpp', 'cpp'],
  h: ['cpp', 'cpp'],
  cc: ['cpp', 'cpp'],
  cpp: ['cpp', 'cpp'],
  cxx: ['cpp', 'cpp'],
  hh: ['cpp', 'cpp'],
  hpp: ['cpp', 'cpp'],
  hxx: ['cpp', 'cpp'],
  php: ['php', 'php'],
};

/** The grammars that reading these files takes. */
export function grammarsOf(files: readonly string[]): ReadonlySet<Grammar> {
  return new Set(files.flatMap((file) => readingOf(file)?.grammar ?? []));
}

/** Null for a file that holds none of our languages. */
export function readingOf(file: string): Reading | null {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const found = name.includes('.') ? BY_EXTENSION[extension] : undefined;
  return found === undefined ? null : { language: found[0], grammar: found[1] };
}
