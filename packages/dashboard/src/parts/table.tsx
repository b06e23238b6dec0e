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
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The address that a row leads to; null for none. */
  readonly to?: (row: Row) => string | null;
  /** The name of its page in the query of the address, where a page has several tables. */
  readonly page?: string;
}

export const ROWS_PER_PAGE = 50;

export function Table<Row>({ label, columns, rows, to, page = 'page' }: TableProps<Row>) {
  const { query } = useCell(route);
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const at = Math.min(pages, Math.max(1, Number.parseInt(query[page] ?? '1', 10) || 1));
  const shown = rows.slice((at - 1) * ROWS_PER_PAGE, at * ROWS_PER_PAGE);
  return (
    <>
      <section class="scroll" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ title, isNumber, isMinor }) => (
                <th key={title} scope="col" class={classes(isNumber, isMinor)}>
                  {title}
                </th>
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
      {pages > 1 ? <Pages at={at} pages={pages} rows={rows.length} name={page} label={label} /> : null}
    </>
  );
}

interface RowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly address: string | null;
}

function Row<Value>({ row, columns, address }: RowProps<Value>) {
  return (
    <tr>
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
