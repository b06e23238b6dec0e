/** Redirects every import of node:test to our replacement, except its own. Runs in Node's thread for module hooks. */
const PROBE = new URL('./', import.meta.url).href;
const SHIM = new URL('./shim.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  if (specifier !== 'node:test' || context.parentURL?.startsWith(PROBE)) return next(specifier, context);
  return { url: SHIM, format: 'module', shortCircuit: true };
}
