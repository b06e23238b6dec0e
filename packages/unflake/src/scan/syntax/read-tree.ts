/**
 * Reads a tree out of the parser in one walk. The walk calls the parser's own functions with numbers; the library's nodes and cursors, which
 * make an object for every answer, cost three times as much.
 */
import { type Columns, ColumnWriter } from './columns.ts';
import type { NodeNames } from './names.ts';

/** What the parser's program offers for a walk; each takes the address of a tree and works on the one cursor in its exchange area. */
export interface CursorCalls {
  ts_tree_root_node_wasm(tree: number): void;
  ts_tree_cursor_new_wasm(tree: number): void;
  ts_tree_cursor_delete_wasm(tree: number): void;
  ts_tree_cursor_goto_first_child_wasm(tree: number): number;
  ts_tree_cursor_goto_next_sibling_wasm(tree: number): number;
  ts_tree_cursor_goto_parent_wasm(tree: number): number;
  ts_tree_cursor_current_node_type_id_wasm(tree: number): number;
  ts_tree_cursor_current_node_is_missing_wasm(tree: number): number;
  ts_tree_cursor_current_field_id_wasm(tree: number): number;
  ts_tree_cursor_start_index_wasm(tree: number): number;
  ts_tree_cursor_end_index_wasm(tree: number): number;
}

const columns = new ColumnWriter();

export function readTree(calls: CursorCalls, tree: number, names: NodeNames): Columns {
  // The cursor starts where the root was left in the exchange area.
  calls.ts_tree_root_node_wasm(tree);
  calls.ts_tree_cursor_new_wasm(tree);
  try {
    return walk(calls, tree, names);
  } finally {
    calls.ts_tree_cursor_delete_wasm(tree);
  }
}

function walk(calls: CursorCalls, tree: number, names: NodeNames): Columns {
  const {
    ts_tree_cursor_goto_first_child_wasm: down,
    ts_tree_cursor_goto_next_sibling_wasm: across,
    ts_tree_cursor_goto_parent_wasm: up,
    ts_tree_cursor_current_node_type_id_wasm: symbolOf,
    ts_tree_cursor_current_field_id_wasm: fieldOf,
    ts_tree_cursor_start_index_wasm: startOf,
    ts_tree_cursor_end_index_wasm: endOf,
    ts_tree_cursor_current_node_is_missing_wasm: isMissing,
  } = calls;
  let { kinds, fields, starts, ends, parents, afters } = columns;
  const missing: number[] = [];
  let size = 0;
  let parent = -1;
  for (;;) {
    if (size === columns.room) ({ kinds, fields, starts, ends, parents, afters } = columns.grow());
    let at = size;
    size += 1;
    const start = startOf(tree);
    const end = endOf(tree);
    kinds[at] = names.numberOf(symbolOf(tree));
    fields[at] = fieldOf(tree);
    starts[at] = start;
    ends[at] = end;
    parents[at] = parent;
    if (start === end && isMissing(tree) === 1) missing.push(at);
    if (down(tree) === 1) {
      parent = at;
      continue;
    }
    afters[at] = size;
    while (across(tree) === 0) {
      if (up(tree) === 0) return columns.taken(names, size, missing);
      at = parent;
      parent = parents[at]!;
      afters[at] = size;
    }
  }
}
