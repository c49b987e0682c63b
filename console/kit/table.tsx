import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Parameter, parameter } from '../server/address.ts';
import type { Read } from '../server/use-call.ts';
import { Button } from './button.tsx';
import { type Choices, Select } from './form.tsx';
import { Icon } from './icon.tsx';
import { Card, EmptyState, Note, keyOf } from './layout.tsx';
import { Shown } from './shown.tsx';
import { Value } from './words.tsx';

/**
 * What a cell shows is told by a function, or is a member of the row as `Value` shows it. Numbers and amounts stand at the
 * end; what is clipped does not wrap, and ends in dots if it is too long. `short` is narrow where all columns share the width.
 */
export type Column<Row> = readonly [
  title: string,
  cell: (keyof Row & string) | ((row: Row) => ComponentChildren),
  how?: 'end' | 'short' | 'clip' | 'clip-end',
];

interface TableProps<Row> {
  /** What the rows are, for screen readers; with `titled`, for all. */
  readonly caption: string;
  readonly titled?: boolean;
  /** At the right of the title. */
  readonly actions?: ComponentChildren;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** In place of the rows if there is none. */
  readonly none?: string;
  /** The address of a row: its first cell is the link, and the whole row can be clicked. */
  readonly href?: (row: Row) => string;
}

/** A card of rows. Those with a link are reached by `j` and `k`. Below 600 px each row is a card. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, titled = false, actions, none, rows } = props;
  return (
    <Card title={titled ? caption : undefined} actions={actions} flush={rows.length > 0}>
      {rows.length > 0 ? <Rows {...props} /> : <p class="muted">{none}</p>}
    </Card>
  );
};

const Rows = <Row,>({ caption, columns, rows, href }: TableProps<Row>) => (
  <div class="table-scroll">
    <table class={`table ${href === undefined ? '' : 'table-links'}`}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(([title, , how = '']) => (
            <th key={title} scope="col" class={how.includes('end') ? 'table-end' : `table-${how}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)}>
            {columns.map(([title, cell, how = ''], index) => {
              const shown = typeof cell === 'function' ? cell(row) : <Value name={cell} of={row[cell]} />;
              return (
                <td
                  key={title}
                  data-title={title}
                  class={`${how.includes('end') ? 'table-end' : ''} ${how.includes('clip') ? 'table-clip' : ''}`}
                >
                  {index === 0 && href !== undefined ? (
                    <a class="table-link" data-row href={href(row)}>
                      {shown}
                    </a>
                  ) : (
                    shown
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const page = parameter('page', '0');

/** Which page of a list the address names, counted from 0. */
export const shownPage = (): number => Number(page.value);

const Pages = ({ total, pages, what }: { readonly total: number; readonly pages: number; readonly what: string }) => {
  const current = shownPage();
  const turn = (by: number) => () => {
    page.value = String(current + by);
  };
  return (
    <div class="row spread table-pages">
      <span class="small muted">
        {total.toLocaleString('en')} {what}, page {current + 1} of {pages}
      </span>
      <span class="row">
        <Button small disabled={current === 0} onClick={turn(-1)}>
          Newer
        </Button>
        <Button small disabled={current + 1 >= pages} onClick={turn(1)}>
          Older
        </Button>
      </span>
    </div>
  );
};

/** A list of the server: its rows, what stands for none, and how many are left out or on other pages. */
export const Resource = <Row,>({
  read,
  what: [one, many],
  all,
  none,
  table,
  isPaged = false,
  children,
}: {
  readonly read: Read<{
    readonly data: readonly Row[];
    readonly pagination?: { readonly totalElements: number; readonly totalPages: number };
  }>;
  /** What the rows are: "buyer", "buyers". */
  readonly what: readonly [one: string, many: string];
  /** Where all of them are, if the list is narrowed. */
  readonly all?: string | undefined;
  /** In place of the rows if there is none at all. */
  readonly none: VNode;
  readonly table?: Omit<TableProps<Row>, 'caption' | 'rows'>;
  /** It shows the page that the address names. */
  readonly isPaged?: boolean;
  /** Shows the rows, if they are no table. */
  readonly children?: (rows: readonly Row[]) => VNode;
}) => (
  <Shown read={read}>
    {({ data, pagination }) => {
      if (data.length === 0)
        return all === undefined ? (
          none
        ) : (
          <EmptyState icon="search" title={`No ${one} matches`}>
            <a href={all}>Show all {many}</a>
          </EmptyState>
        );
      const count = pagination?.totalElements ?? 0;
      return (
        <>
          {children?.(data)}
          {table !== undefined && <Table caption={many} rows={data} {...table} />}
          {count > data.length &&
            (isPaged ? (
              <Pages total={count} pages={pagination?.totalPages ?? 1} what={many} />
            ) : (
              <Note>
                {data.length} of {count} {many} are shown: filter to see others.
              </Note>
            ))}
        </>
      );
    }}
  </Shown>
);

/** Filters of a list in one line. Their values are parameters of the address: a link shows the same rows. */
export const FilterBar = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="filter-bar" role="search" aria-label="Filters">
    {children}
  </div>
);

const SETTLE = 180;

export const FilterText = ({ label, value }: { readonly label: string; readonly value: Parameter }) => {
  const timer = useRef<number>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const now = value.value;
  // The address may change by another way: back, or a link.
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = now;
  }, [now]);
  return (
    <label class="filter filter-text">
      <span class="unseen">{label}</span>
      <Icon name="search" size={14} />
      <input
        ref={input}
        type="search"
        placeholder={label}
        defaultValue={now}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            value.value = currentTarget.value.trim();
          }, SETTLE);
        }}
      />
    </label>
  );
};

/** A list to choose from; the empty value stands for all. */
export const FilterChoice = ({
  label,
  all,
  choices,
  value,
}: {
  readonly label: string;
  /** The words for no filter: "All operations". */
  readonly all: string;
  readonly choices: Choices;
  readonly value: Parameter;
}) => {
  const chosen = value.value;
  return (
    <label class={`filter ${chosen === '' ? '' : 'filter-set'}`}>
      <Select
        aria-label={label}
        value={chosen}
        choices={[['', all], ...choices]}
        onPick={(picked) => {
          value.value = picked;
        }}
      />
    </label>
  );
};
