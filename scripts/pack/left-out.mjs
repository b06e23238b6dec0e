/**
 * What the tarball leaves out, and why. The program and its JavaScript dependencies are bundled, and a bundle contains only what is
 * imported; most rows are about dependencies that are packed as folders. `pack` refuses a row that matches nothing, and packed.test.ts
 * runs the result.
 */

/** Modules of bundled packages that are imported and never called. A call of theirs throws. */
export const MODULES_LEFT_OUT = [
  {
    name: 'cron-parser',
    of: 'pg-boss',
    why: 'reads timetables, with a library of time zones; we schedule nothing (src/queue/queue.ts)',
  },
];

/** Dependencies that cannot be bundled, because they are loaded from their own files. */
export const FOLDERS = [
  { name: '@photostructure/sqlite', why: 'native code' },
  { name: 'node-gyp-build', why: 'finds that native code beside itself' },
  { name: 'web-tree-sitter', why: 'loads its WebAssembly from beside itself' },
  { name: '@vscode/tree-sitter-wasm', why: 'grammars, WebAssembly' },
  { name: '@lumis-sh/wasm-kotlin', why: 'a grammar, WebAssembly' },
];

/** Dependencies of those that are never loaded. */
export const PACKAGES_LEFT_OUT = [{ name: 'node-addon-api', why: 'headers to build native code that comes built' }];

const ANY_PACKAGE = '*';

/** `paths` are relative to the folder of the package. */
export const FILES_LEFT_OUT = [
  { of: ANY_PACKAGE, paths: /\.d\.[cm]?ts$/, why: 'types: nobody compiles against what we bring' },
  { of: ANY_PACKAGE, paths: /\.map$/, why: 'source maps: node does not read them' },
  {
    of: ANY_PACKAGE,
    paths: /^(?:README|CHANGELOG|SECURITY)\.md$/,
    why: 'pages for those who develop with the package',
  },
  { of: '@photostructure/sqlite', paths: /^(?:src|scripts|binding\.gyp)(?:\/|$)/, why: 'sources of what comes built' },
  { of: '@photostructure/sqlite', paths: /^dist\/index\.mjs$/, why: 'we load index.cjs, when a file is opened' },
  { of: '@photostructure/sqlite', paths: /^prebuilds\/(?!linux-)[^/]+/, why: 'trials need Linux' },
  {
    of: '@photostructure/sqlite',
    paths: /^prebuilds\/linux-[^/]+\/.*\.musl\.node$/,
    why: '5 MB for Alpine Linux, where the SQLite of Node 22.16 or newer is taken (src/sqlite/driver.ts)',
  },
  { of: 'node-gyp-build', paths: /^(?:bin|build-test|optional)\.js$/, why: 'builds native code at installation' },
  { of: 'web-tree-sitter', paths: /^debug(?:\/|$)/, why: 'the same with checks, for those who develop it' },
  { of: 'web-tree-sitter', paths: /\.cjs$/, why: 'we import web-tree-sitter.js' },
  {
    of: '@vscode/tree-sitter-wasm',
    paths: /^wasm\/tree-sitter-(?:css|ini|powershell|regex)\.wasm$/,
    why: 'languages that `scan` does not read',
  },
  {
    of: '@vscode/tree-sitter-wasm',
    paths: /^wasm\/tree-sitter\.(?:js|wasm)$/,
    why: 'a parser; ours is web-tree-sitter',
  },
  { of: '@vscode/tree-sitter-wasm', paths: /^cgmanifest\.json$/, why: 'a list for the tools of its authors' },
  {
    of: '@lumis-sh/wasm-kotlin',
    paths: /^(?:index\.js|lumis\.json)$/,
    why: 'for an editor; we load the grammar alone',
  },
];

/** The rows about one package. */
export const rowsOf = (name) => FILES_LEFT_OUT.filter(({ of }) => of === ANY_PACKAGE || of === name);

/** In pages they are links to the repository instead. */
export const PICTURES_LEFT_OUT = { paths: /\.png$/, why: '1 MB for pages that are read in an editor or a browser' };
