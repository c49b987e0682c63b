import { useSignal } from '@preact/signals';
import { type ComponentChildren, type ComponentType, type VNode, createElement } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Parameter, address, link, parameter } from '../server/address.ts';
import { type Refused, toRefused } from '../server/call.ts';
import type { Read } from '../server/use-call.ts';
import { Button, CopyButton } from './button.tsx';
import { type Choices, Select, set } from './form.tsx';
import { Icon } from './icon.tsx';
import { Card, EmptyState, List, Page, keyOf } from './layout.tsx';
import { Value } from './words.tsx';

/** Stands for rows that are being read; it shows itself after 150 ms only. */
export const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="unseen">Loading</span>
    <div class="skeleton-row" />
    <div class="skeleton-row" />
    <div class="skeleton-row" />
  </div>
);

/** Why something could not be shown or done, and what to do about it. */
export const ErrorPanel = ({ refused, onRetry }: { readonly refused: Refused; readonly onRetry?: () => unknown }) => (
  <div class="error-panel" role="alert">
    <h2>{refused.title}</h2>
    <p>{refused.detail}</p>
    <List of={refused.errors ?? []}>
      {({ field, message }) => (
        <>
          <code>{field}</code> {message}
        </>
      )}
    </List>
    <div class="row">
      {onRetry && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
      {refused.traceId && <span class="tiny muted">Trace {refused.traceId}</span>}
    </div>
  </div>
);

/** For what is refused where it was tried, not in a toast: the refusal, and how to try. */
export const useAttempt = () => {
  const refused = useSignal<Refused>();
  const attempt = async (act: () => unknown): Promise<void> => {
    try {
      await act();
      refused.value = undefined;
    } catch (error) {
      refused.value = toRefused(error);
    }
  };
  return { refused, attempt };
};

/** What was read, or a skeleton until it is there, or why it could not be read. */
export const Shown = <Value,>({
  read,
  missing,
  children,
}: {
  readonly read: Read<Value>;
  /** What a page shows whose address names a record that is not there. */
  readonly missing?: VNode;
  readonly children: (value: Value) => VNode | null;
}) => {
  const { value, refused } = read;
  if (value !== undefined) return children(value);
  if (refused?.status === 404 && missing !== undefined) return missing;
  if (refused !== undefined) return <ErrorPanel refused={refused} onRetry={read.again} />;
  return <Skeleton />;
};

/** The list that a record is of: its words and its address. */
type All = readonly [title: string, href: string];

/** In place of one record: a link may be older than the last reset, or from another sandbox. */
export const missing = (
  what: string,
  [title, href]: All,
  why = 'It may have been removed by a reset, or belong to another sandbox.',
): VNode => (
  <EmptyState icon="search" title={`This sandbox has no such ${what}`} isPage>
    {why}{' '}
    <a href={href} data-close>
      {title}
    </a>
  </EmptyState>
);

/** A page about one record, with the way back to all. Escape takes it. */
export const RecordPage = <Value,>({
  read,
  uuid,
  what,
  all,
  title,
  intro,
  children,
}: {
  readonly read: Read<Value>;
  readonly uuid: string;
  /** Of one record: "order". */
  readonly what: string;
  readonly all: All;
  readonly title: (value: Value) => ComponentChildren;
  readonly intro: (value: Value) => ComponentChildren;
  readonly children: (value: Value) => ComponentChildren;
}) => (
  <Shown read={read} missing={missing(what, all)}>
    {(value) => (
      <Page
        title={title(value)}
        intro={intro(value)}
        actions={
          <>
            <CopyButton text={uuid} what={`the id of the ${what}`} words="Copy id" />
            <a class="small" href={all[1]} data-close>
              {all[0]}
            </a>
          </>
        }
      >
        {children(value)}
      </Page>
    )}
  </Shown>
);

export type LoadPart = () => Promise<{ readonly default: ComponentType }>;

const loaded = new Map<LoadPart, ComponentType>();

/** A part of the console that is loaded when it is first shown. */
export const Part = ({ load, quiet }: { readonly load: LoadPart; readonly quiet?: boolean }) => {
  const part = useSignal(loaded.get(load));
  const hasFailed = useSignal(false);
  useEffect(() => {
    load().then(
      (module) => {
        loaded.set(load, module.default);
        part.value = module.default;
      },
      set(hasFailed, true),
    );
  }, []);
  if (hasFailed.value && !quiet)
    return (
      <ErrorPanel
        refused={{
          title: 'This screen could not be loaded',
          detail: 'The server may have been updated or stopped since this page was opened. Reload the page.',
        }}
        onRetry={() => location.reload()}
      />
    );
  return part.value === undefined ? quiet ? null : <Skeleton /> : createElement(part.value, {});
};

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
  const { caption, titled, actions, none, rows } = props;
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

interface Pagination {
  readonly totalElements: number;
  readonly totalPages: number;
}

const Pages = ({ totalElements, totalPages, what }: Pagination & { readonly what: string }) => {
  const current = shownPage();
  const turn = (by: number) => () => {
    page.value = String(current + by);
  };
  return (
    <div class="row spread table-pages">
      <span class="small muted">
        {totalElements.toLocaleString('en')} {what}, page {current + 1} of {totalPages}
      </span>
      <span class="row">
        <Button small disabled={current === 0} onClick={turn(-1)}>
          Newer
        </Button>
        <Button small disabled={current + 1 >= totalPages} onClick={turn(1)}>
          Older
        </Button>
      </span>
    </div>
  );
};

/** A list of the server: its rows, what stands for none, and its other pages. */
export const Resource = <Row,>({
  read,
  what: [one, many],
  filters = [],
  none,
  table,
  children,
}: {
  readonly read: Read<{
    readonly data: readonly Row[];
    readonly pagination?: Pagination;
  }>;
  /** What the rows are: "buyer", "buyers". */
  readonly what: readonly [one: string, many: string];
  /** What narrows the list. */
  readonly filters?: readonly Parameter[];
  /** In place of the rows if there is none at all. */
  readonly none: VNode;
  readonly table?: Omit<TableProps<Row>, 'caption' | 'rows'>;
  /** Shows the rows, if they are no table. */
  readonly children?: (rows: readonly Row[]) => VNode;
}) => (
  <Shown read={read}>
    {({ data, pagination }) => {
      if (data.length > 0)
        return (
          <>
            {children?.(data)}
            {table && <Table caption={many} rows={data} {...table} />}
            {pagination && pagination.totalPages > 1 && <Pages {...pagination} what={many} />}
          </>
        );
      if (filters.every(({ value }) => value === '')) return none;
      return (
        <EmptyState icon="search" title={`No ${one} matches`}>
          <a href={link(...address.value.segments)}>Show all {many}</a>
        </EmptyState>
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
      <Icon name="search" />
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
