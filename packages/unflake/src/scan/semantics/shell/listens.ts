/** Commands that listen on a port that is written out. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { outwards } from '../../syntax/node.ts';
import { isBackground } from './background.ts';
import { commandOf, isOwn } from './command.ts';

const SERVES = /serve|listen|daemon|start|^up$/;

/** The text says sooner than its words that a command has no port at all. */
const MAY_LISTEN = /\b(?:nc|ncat|netcat|socat|docker|podman|http\.server)\b|--?(?:p|port|listen|bind)\b/;
const PORT = /^[1-9]\d{1,4}$/;

export function listens(node: Node, file: SourceFile): boolean {
  if (!MAY_LISTEN.test(node.text())) return false;
  const { name, words } = commandOf(node);
  if (isOwn(name, file)) return false;
  if (/^(?:nc|ncat|netcat|socat)$/.test(name))
    return (
      (words.some((word) => /^-\w*l/.test(word)) && words.some((word) => PORT.test(word))) ||
      words.some((word) => /LISTEN:[1-9]\d+/.test(word))
    );
  if (name === 'docker' || name === 'podman')
    return (
      words[0] === 'run' &&
      words.some((word, at) => /^(?:-p|--publish)$/.test(words[at - 1] ?? '') && /^(?:[\d.]+:)?[1-9]\d*:\d+/.test(word))
    );
  const module = words.indexOf('http.server');
  if (module >= 0) return PORT.test(words[module + 1] ?? '');
  const port = words.some(
    (word, at) =>
      (/^(?:--port|-p|--listen|--bind)$/.test(words[at - 1] ?? '') && /^(?:[\w.]*:)?[1-9]\d{1,4}$/.test(word)) ||
      /^--(?:port|listen|bind)=(?:[\w.]*:)?[1-9]\d{1,4}$/.test(word),
  );
  return (
    port &&
    (runsInBackground(node) ||
      SERVES.test(name) ||
      words.some((word) => /^(?:serve|--serve|listen|start|daemon|runserver)$/.test(word)))
  );
}

function runsInBackground(node: Node): boolean {
  for (const above of [node, ...outwards(node)]) {
    if (isBackground(above)) return true;
    if (above.is('function_definition') || above.is('command_substitution')) return false;
  }
  return false;
}
