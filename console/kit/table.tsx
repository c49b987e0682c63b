import type { ComponentChildren } from 'preact';

interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers and amounts stand at the end. */
  readonly end?: boolean;
  /** No wrapping; too long a text ends in dots. */
  readonly clip?: boolean;
}

export interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly id: (row: Row) => string;
  /** The address of a row: its first cell is the link, and the whole row can be clicked. */
  readonly href?: (row: Row) => string;
  readonly selected?: string;
  readonly compact?: boolean;
}

/** Rows with a link are reached by `j` and `k`. Below 600 px each row is a card. */
export const Table = <Row,>({ caption, columns, rows, id, href, selected, compact = false }: TableProps<Row>) => (
  <div class="table-scroll">
    <table class={`table ${compact ? 'table-compact' : ''} ${href === undefined ? '' : 'table-links'}`}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, end = false }) => (
            <th key={title} scope="col" class={end ? 'table-end' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={id(row)} class={selected === id(row) ? 'table-selected' : ''}>
            {columns.map(({ title, cell, end = false, clip = false }, index) => (
              <td
                key={title}
                data-title={title}
                class={`${end ? 'table-end' : ''} ${clip ? 'table-clip' : ''}`}
                dir="auto"
              >
                {index === 0 && href !== undefined ? (
                  <a
                    class="table-link"
                    data-row
                    href={href(row)}
                    aria-current={selected === id(row) ? 'true' : undefined}
                  >
                    {cell(row)}
                  </a>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
