/** Installs our replacement for every way to load node:test: import, require and process.getBuiltinModule. */
import Module, * as modules from 'node:module';
import shim from './shim.mjs';

export async function interceptNodeTest() {
  const load = Module._load;
  Module._load = (request, ...rest) => (request === 'node:test' ? shim : load(request, ...rest));
  const getBuiltin = process.getBuiltinModule;
  if (getBuiltin) process.getBuiltinModule = (id) => (id === 'node:test' ? shim : getBuiltin(id));
  // Newer Nodes hook in this thread, which is cheaper and also reaches synchronous imports.
  if (modules.registerHooks) modules.registerHooks({ resolve: (await import('./resolve-hook.mjs')).resolve });
  else modules.register('./resolve-hook.mjs', import.meta.url);
}
