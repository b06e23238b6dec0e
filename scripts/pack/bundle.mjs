/**
 * Bundles the built program with its JavaScript dependencies into few files. Names are kept, so that a stack trace still names functions.
 */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build, transform } from 'esbuild';
import { MODULES_LEFT_OUT } from './left-out.mjs';

/** Every file of the bundle is at this depth below `dist`, so that a relative path works in all of them. */
const CHUNKS = 'chunks/[name]-[hash]';
const ENTRIES = ['cli/main', 'contract/index'];

/** Writes the bundle of `dist` to `to`, and returns the files that went into it. `external` packages stay imports. */
export async function bundle(dist, to, external) {
  const { metafile } = await build({
    entryPoints: Object.fromEntries(ENTRIES.map((name) => [name, join(dist, `${name}.js`)])),
    outdir: to,
    chunkNames: CHUNKS,
    external,
    bundle: true,
    // A command still loads only what it needs.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    keepNames: true,
    // They go into a separate file.
    legalComments: 'none',
    // For CommonJS dependencies that require modules of node.
    banner: {
      js: "import { createRequire as requireOfBundle } from 'node:module';const require = requireOfBundle(import.meta.url);",
    },
    plugins: [modulesKnowTheirPlace(dist), leaveOut],
    metafile: true,
    absWorkingDir: dist,
    logLevel: 'silent',
  });
  const unused = MODULES_LEFT_OUT.filter(({ name }) => metafile.inputs[`${LEFT_OUT}:${name}`] === undefined);
  if (unused.length > 0) throw new Error(`nothing to leave out: ${unused.map(({ name }) => name).join(', ')}`);
  return Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((path) => !path.startsWith(`${LEFT_OUT}:`))
    .map((path) => join(dist, path));
}

const LEFT_OUT = 'left-out';

/** In place of a module that is never called: whatever is called of it says so. */
const leaveOut = {
  name: LEFT_OUT,
  setup({ onResolve, onLoad }) {
    for (const { name, of } of MODULES_LEFT_OUT)
      onResolve({ filter: new RegExp(`^${name}$`) }, ({ importer }) =>
        importer.includes(`/node_modules/${of}/`) ? { path: name, namespace: LEFT_OUT } : null,
      );
    onLoad({ filter: /.*/, namespace: LEFT_OUT }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get(_, name) { throw new Error('${path} is not in this package: ' + String(name)); } });`,
      loader: 'js',
    }));
  },
};

/** A module finds our folders (probes, native, demo) relative to itself. In the bundle it gets its original path. */
function modulesKnowTheirPlace(dist) {
  return {
    name: 'modules-know-their-place',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, async ({ path }) => {
        if (!path.startsWith(dist + sep)) return null;
        const text = await readFile(path, 'utf8');
        if (!text.includes('import.meta.url')) return null;
        const place = JSON.stringify(`../${relative(dist, path)}`);
        const { code } = await transform(text, {
          define: { 'import.meta.url': 'PLACE_OF_MODULE' },
          banner: `const PLACE_OF_MODULE = new URL(${place}, import.meta.url).href;`,
        });
        return { contents: code };
      });
    },
  };
}
