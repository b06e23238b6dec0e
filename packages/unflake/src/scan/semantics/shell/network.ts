/** Commands that go to a host on the network, or listen on a port that is written out. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { outwards } from '../../syntax/node.ts';
import { commandOf, isOwn } from './command.ts';
import { isBackground } from './timing.ts';

const NEAR = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?|[\w.-]+\.(?:test|invalid|localhost|local))$/;

const HOST = /^(?:[\w-]+\.)+[a-z]{2,}$|^\d+(?:\.\d+){3}$/;

const INSTALLS = /^(?:install|i|ci|add|update|upgrade|download)$/;

export function reaches(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (isOwn(name, file)) return false;
  const verb = words.find((word) => !word.startsWith('-')) ?? '';
  const isFar = (host: string | undefined) => host !== undefined && HOST.test(host) && !NEAR.test(host);
  const url = words.map(
    (word) => /^(?:https?|ftps?|smtps?|imaps?|wss?|ssh|git):\/\/(?:[^@/]*@)?([^/:?#]+)/.exec(word)?.[1],
  );
  switch (name) {
    case 'curl':
    case 'wget':
    case 'http':
    case 'ftp':
      return (
        url.some(isFar) ||
        (words.every((word) => !word.includes('://')) &&
          words.some(
            (word, at) =>
              !/^-/.test(word) &&
              !/^-[oOdHXu]$/.test(words[at - 1] ?? '') &&
              isFar(/^([^/:?#]+)(?:[/:?#]|$)/.exec(word)?.[1]) &&
              !/\.(?:html?|txt|json|sh|gz|log|md|zip)$/.test(word),
          ))
      );
    case 'git':
      return (
        /^(?:clone|fetch|pull|push|ls-remote)$/.test(verb) &&
        (url.some(isFar) || words.some((word) => isFar(/^[\w-]+@([^:]+):/.exec(word)?.[1])))
      );
    case 'ssh':
    case 'scp':
    case 'rsync':
      return words.some((word) => isFar(/^[\w.-]+@([\w.-]+)(?::|$)/.exec(word)?.[1]));
    case 'ping':
    case 'dig':
    case 'nslookup':
    case 'host':
    case 'nc':
    case 'telnet':
      return words.some((word) => isFar(word));
    case 'pip':
    case 'pip3':
    case 'npm':
    case 'apt':
    case 'apt-get':
    case 'yum':
    case 'brew':
    case 'gem':
      return (
        INSTALLS.test(verb) &&
        !words.some((word) => /^(?:-e|--editable|--no-index|--offline|--dry-run|\.{1,2}(?:\/.*)?$|file:)/.test(word))
      );
    default:
      return false;
  }
}

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
      /serve|listen|daemon|start|^up$/.test(name) ||
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
