/** What an export statement hands on under which name: names of other modules, names of its own, and the default. */
import { literal, named } from '../../syntax/node.ts';
import type { Node } from '../../syntax/parser.ts';

export function javascriptExports(node: Node): {
  readonly names: Readonly<Record<string, string>>;
  readonly whole: readonly string[];
} {
  const source = literal(node.field('source'))?.replace(/^node:/, '') ?? null;
  const names: Record<string, string> = {};
  const whole: string[] = [];
  for (const part of named(node)) {
    if (part.is('export_clause')) {
      for (const one of named(part)) {
        const name = (one.field('name') ?? one).text();
        names[one.field('alias')?.text() ?? name] = source === null ? `=${name}` : `${source}.${name}`;
      }
    } else if (part.is('namespace_export') && source !== null) names[named(part)[0]?.text() ?? ''] = source;
  }
  if (source !== null && /^export\s*\*\s*from\b/.test(node.text().slice(0, 40))) whole.push(source);
  const what = node.field('value') ?? node.field('declaration');
  if (/^export\s+default\b/.test(node.text().slice(0, 40)) && what !== null) {
    const name = what.is('identifier') ? what.text() : what.field('name')?.text();
    if (name !== undefined) names.default = `=${name}`;
  }
  // A name that is exported as itself says nothing new.
  for (const [name, meant] of Object.entries(names)) if (meant === `=${name}`) delete names[name];
  return { names, whole };
}
