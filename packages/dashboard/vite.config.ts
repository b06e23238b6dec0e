/** Builds the pages into the package that serves them: one script and one style sheet, which also run when a page is opened from disk. */
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** Browsers refuse modules, and anything that asks for CORS, on pages that are opened from disk. */
const plainTags: Plugin = {
  name: 'plain-tags',
  transformIndexHtml: (html) =>
    html
      .replace('<script type="module" crossorigin', '<script defer')
      .replace('rel="stylesheet" crossorigin', 'rel="stylesheet"'),
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  logLevel: 'warn',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  resolve: { conditions: ['@unflake/source', 'browser', 'module', 'import', 'default'] },
  plugins: [plainTags],
  build: {
    outDir: '../unflake/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    // Otherwise the script would write the style into the page, which our policy forbids.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: { output: { format: 'iife' } },
  },
});
