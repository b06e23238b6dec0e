/** Whether what a command lists is looked at in the order in which it came. */
import type { Node, SourceFile } from '../../facts/source-file.ts';
import { nearest, outwards, textAt } from '../../syntax/node.ts';
import { functionAround } from './command.ts';

const FORGETS =
  /\|\s*(?:\w+=\S*\s+)*(?:sort|wc|grep\s+(?:-\w*[qc]|--quiet|--count)|xargs\b.*\b(?:rm|chmod|chown|touch|kill|shellcheck|grep|sed)|tar|cpio|uniq\s+-c)\b/;

/** Something behind it in a pipe puts it in order, or only counts. */
export function isForgotten(node: Node): boolean {
  for (const above of outwards(node)) {
    if (above.is('pipeline') && FORGETS.test(above.text())) return true;
    if (above.is('function_definition')) return false;
  }
  return false;
}

export function isSeenInOrder(node: Node, file: SourceFile): boolean {
  for (const above of outwards(node)) {
    const kind = above.kind();
    if (kind === 'pipeline' && FORGETS.test(above.text())) return false;
    if (kind === 'pipeline' && /\|\s*(?:head|tail|while|sed|awk|tee|cut|xargs)\b/.test(above.text()))
      return loopShows(above);
    if (kind === 'process_substitution') return redirectedLoopShows(above);
    if (kind === 'command_substitution') return isUsed(above, file);
    if (kind === 'file_redirect' || kind === 'function_definition') return false;
  }
  return false;
}

/** `[ -z "$(find …)" ]` and a loop that only does something to each do not care. */
function isUsed(substitution: Node, file: SourceFile): boolean {
  const test = nearest(substitution, ['test_command', 'unary_expression']);
  if (test !== null && /^\[{1,2}\s+!?\s*-[nz]\b|^-[nz]\b/.test(test.text())) return false;
  const loop = nearest(substitution, ['for_statement']);
  if (loop !== null && substitution.start() < (loop.field('body')?.start() ?? 0)) return shows(loop.field('body'));
  const given = nearest(substitution, ['variable_assignment']);
  if (given === null) return true;
  const name = textAt(given.namedChildren()[0]);
  const scope = functionAround(given) ?? file.root;
  return (
    !scope
      .findAll('test_command')
      .every((one) => !one.text().includes(`$${name}`) || /^\[{1,2}\s+-[nz]\b/.test(one.text())) ||
    !/-[nz]\s+"?\$/.test(scope.text())
  );
}

const loopShows = (pipeline: Node): boolean => {
  const loop = pipeline.namedChildren().find((node) => node.is('while_statement'));
  return loop === undefined || shows(loop.field('body'));
};

function redirectedLoopShows(substitution: Node): boolean {
  const around = nearest(substitution, ['redirected_statement']);
  const loop = around?.namedChildren().find((node) => node.is('while_statement'));
  return loop === undefined || shows(loop.field('body'));
}

const shows = (body: Node | null): boolean =>
  body !== null && /(?:^|[\s;])(?:echo|printf|cat|break)\b|\w\+=|\b(\w+)="?\$\{?\1\b/.test(body.text());
