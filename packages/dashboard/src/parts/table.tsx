/** A table in pages: bounded rendering for thousands of rows, and rows that the keyboard reaches. */
import type { ComponentChildren } from 'preact';
import { useCell } from '../live/cell.ts';
import { route, setQuery } from '../route.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
  /** Not shown where the screen is narrow. */
  readonly isMinor?: boolean;
  /** The order that its head asks the server for, as the address says it. */
  readonly sort?: string;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The address that a row leads to; null for none. */
  readonly to?: (row: Row) => string | null;
  /** The name of its page in the query of the address, where a page has several tables. */
  readonly page?: string;
  /** How many rows there are, where a server turns the pages and `rows` are those of one. */
  readonly total?: number;
  /** The order where the address names none. */
  readonly firstSort?: string;
}

export const ROWS_PER_PAGE = 50;

export function Table<Row>({ label, columns, rows, to, page = 'page', total, firstSort }: TableProps<Row>) {
  const { query } = useCell(route);
  const all = total ?? rows.length;
  const pages = pagesOf(all);
  const at = Math.min(pages, pageOf(query[page]));
  const shown = total === undefined ? rows.slice((at - 1) * ROWS_PER_PAGE, at * ROWS_PER_PAGE) : rows;
  return (
    <>
      <section class="scroll" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.title} column={column} sorted={query.sort ?? firstSort} page={page} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <Row key={`${at}-${index}`} row={row} columns={columns} address={to?.(row) ?? null} />
            ))}
          </tbody>
        </table>
      </section>
      {pages > 1 ? <Pages at={at} pages={pages} rows={all} name={page} label={label} /> : null}
    </>
  );
}

const pagesOf = (rows: number): number => Math.max(1, Math.ceil(rows / ROWS_PER_PAGE));

/** The page that an address names, from 1. */
export const pageOf = (text: string | undefined): number => Math.max(1, Number.parseInt(text ?? '1', 10) || 1);

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sorted: string | undefined;
  readonly page: string;
}

function Head<Row>({ column: { title, isNumber, isMinor, sort }, sorted, page }: HeadProps<Row>) {
  const isSorted = sort !== undefined && sort === sorted;
  return (
    <th
      scope="col"
      class={classes(isNumber, isMinor)}
      aria-sort={isSorted ? (sort === 'name' ? 'ascending' : 'descending') : undefined}
    >
      {sort === undefined ? (
        title
      ) : (
        <button type="button" class="sort" onClick={() => setQuery({ sort, [page]: null })}>
          {title}
          <span aria-hidden="true">{isSorted ? (sort === 'name' ? ' ↑' : ' ↓') : ''}</span>
        </button>
      )}
    </th>
  );
}

interface RowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly address: string | null;
}

function Row<Value>({ row, columns, address }: RowProps<Value>) {
  return (
    <tr class={address === null ? undefined : 'opens'} onClick={address === null ? undefined : open}>
      {columns.map(({ title, cell, isNumber, isMinor }, index) => (
        <td key={title} class={classes(isNumber, isMinor)}>
          {index === 0 && address !== null ? (
            <a href={address} data-row>
              {cell(row)}
            </a>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** A click beside the link of a row is one on it. */
function open(event: MouseEvent): void {
  const at = event.target as Element;
  const isMarking = getSelection()?.isCollapsed === false;
  if (isMarking || at.closest('a, button, summary') !== null) return;
  at.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dispatchEvent(new MouseEvent('click', event));
}

interface PagesProps {
  readonly at: number;
  readonly pages: number;
  readonly rows: number;
  readonly name: string;
  readonly label: string;
}

function Pages({ at, pages, rows, name, label }: PagesProps) {
  const turn = (to: number) => setQuery({ [name]: to === 1 ? null : String(to) });
  return (
    <nav class="pages" aria-label={`Pages of ${label}`}>
      <button type="button" disabled={at === 1} onClick={() => turn(at - 1)}>
        Previous
      </button>
      <span>
        {at} of {pages} <span class="quiet">({rows.toLocaleString('en')} rows)</span>
      </span>
      <button type="button" disabled={at === pages} onClick={() => turn(at + 1)}>
        Next
      </button>
    </nav>
  );
}

function classes(isNumber: boolean | undefined, isMinor: boolean | undefined): string {
  return [isNumber ? 'number' : '', isMinor ? 'minor' : ''].join(' ').trim();
}
