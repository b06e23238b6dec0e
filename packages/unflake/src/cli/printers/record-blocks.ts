/**
 * The four record blocks of the protocol, in its order and formats, and one of ours for the knobs. A block whose experiment did not run is
 * left out.
 */
import type { CaseRecord } from '../../contract/case-record.ts';
import { fixedProtocolBlocks } from './record/fixed-protocol.ts';
import { isolationBlock } from './record/isolation.ts';
import { knobsBlock } from './record/knobs.ts';
import { multiRunBlocks } from './record/multi-run.ts';
import { orderingBlock } from './record/ordering.ts';
import { timingBlock } from './record/timing.ts';

export function recordBlocks(record: CaseRecord): readonly string[] {
  const { fixedProtocol } = record.findings;
  if (fixedProtocol) return fixedProtocolBlocks(fixedProtocol, record);
  const blocks = [
    ...multiRunBlocks(record),
    isolationBlock(record),
    orderingBlock(record),
    timingBlock(record),
    knobsBlock(record),
  ];
  return blocks.filter((block): block is string => block !== null);
}
