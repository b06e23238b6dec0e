/** Places that do nothing when the test goes well: calls that must fail, and calls that are only described to a mock. */
import type { Node, SourceFile } from '../facts/source-file.ts';
import { isSame } from '../syntax/node.ts';
import { statementOf, textBefore } from './place.ts';
import { testNode } from './undone.ts';

const MUST_FAIL =
  /\b(?:assert(?:That)?Throw\w*|assertFails\w*|assertThatException\w*|assertThatIllegal\w*|expectThrows|assert_?[rR]aises\w*|raises|raise_error|ShouldThrow\w*|ThrowsAny\w*|shouldThrow\w*|Panics\w*)\b|\bthrows(?:Async)?\s*\(/;
const FAILS_BEHIND = /^[\s)}\]]*\)\s*\.(?:rejects|to(?:Throw|\.throw|\.be\.rejected|\.raise)|Should(?:\(\))?\.Throw)/;
const OF_MOCK =
  /^(?:\w+\.)*(?:verify|when|given|doReturn|doThrow|doNothing|doAnswer)\(|\b(?:verify|when|given|every|coEvery|coVerify)\s*[({][^;]*$/;

export function mustFail(place: Node, file: SourceFile): boolean {
  const test = testNode(place, file);
  for (let at = statementOf(place); ; at = statementOf(at.parent()!)) {
    const behind = at.text().slice(place.end() - at.start());
    if (MUST_FAIL.test(textBefore(place, at).slice(0, HEAD_LENGTH)) || FAILS_BEHIND.test(behind)) return true;
    if (at.parent() === null || (test !== null && isSame(at, test)) || at.start() <= (test?.start() ?? 0)) return false;
  }
}
const HEAD_LENGTH = 120;

export const isOfMock = (place: Node): boolean =>
  OF_MOCK.test(place.text().split('\n', 1)[0]!) || OF_MOCK.test(textBefore(place));
