/** PHP, mostly read off the text. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { type Answer, type Call, calls, type FindCalls, type FindNodes, nodes } from '../rules/rule.ts';
import { named } from '../syntax/node.ts';
import { BY_TEXT } from './by-text.ts';
import type { Semantics } from './semantics.ts';

export const php: Semantics = {
  ...BY_TEXT,
  /** A name without a dot is a function of PHP itself. */
  findCalls: ({ calls: names, when }) => {
    const plain = names.filter((name) => /^\w+$/.test(name));
    const others = names.filter((name) => !plain.includes(name));
    return [...(plain.length > 0 ? [functions(plain, when)] : []), ...(others.length > 0 ? [calls(others, when)] : [])];
  },
  clockIsFaked: (place, { text }) =>
    /^\\?(?:\w+\\)*Carbon/.test(place.text()) && /setTestNow|travelTo|freezeTime/.test(text),
};

export const functions = (names: readonly string[], when?: (call: Call) => Answer): FindCalls =>
  calls([...names, ...names.map((name) => `?.${name}`)], (call) => {
    const written = call.node.is('function_call_expression') ? call.node.fieldText('function') : '';
    const isBuiltIn = /^\\?\w+$/.test(written) && names.includes(written.replace(/^\\/, ''));
    return isBuiltIn && (when?.(call) ?? true);
  });

/** `classes` by their last names; one of the file's own is another. */
export const created = (
  classes: readonly string[],
  when: (args: readonly string[], node: Node, file: SourceFile) => boolean,
): FindNodes =>
  nodes(
    {
      rule: {
        kind: 'object_creation_expression',
        regex: `^new[ ]+(?:\\\\?[A-Za-z]+\\\\)*\\\\?(?:${classes.join('|')})\\b`,
      },
    },
    (node, file) => {
      const name = /^new\s+\\?(?:\w+\\)*(\w+)/.exec(node.text())?.[1] ?? '';
      if (!classes.includes(name) || file.meanings(name, node).length === 0) return false;
      const list = named(node).find((part) => part.is('arguments'));
      return when(
        named(list ?? null).map((part) => part.text()),
        node,
        file,
      );
    },
  );
