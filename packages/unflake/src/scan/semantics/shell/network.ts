/** Commands that go to a host on the network. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { commandOf, isOwn } from './command.ts';

const NEAR = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?|[\w.-]+\.(?:test|invalid|localhost|local))$/;

const HOST = /^(?:[\w-]+\.)+[a-z]{2,}$|^\d+(?:\.\d+){3}$/;

const INSTALLS = /^(?:install|i|ci|add|update|upgrade|download)$/;

export function reaches(node: Node, file: SourceFile): boolean {
  const { name, words } = commandOf(node);
  if (isOwn(name, file)) return false;
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
        /^(?:clone|fetch|pull|push|ls-remote)$/.test(words.find((word) => !word.startsWith('-')) ?? '') &&
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
        INSTALLS.test(words.find((word) => !word.startsWith('-')) ?? '') &&
        !words.some((word) => /^(?:-e|--editable|--no-index|--offline|--dry-run|\.{1,2}(?:\/.*)?$|file:)/.test(word))
      );
    default:
      return false;
  }
}
