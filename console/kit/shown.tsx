import { useSignal } from '@preact/signals';
import { type ComponentChildren, type ComponentType, type VNode, createElement } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Refused, toRefused } from '../server/call.ts';
import type { Read } from '../server/use-call.ts';
import { Button, CopyButton } from './button.tsx';
import { set } from './form.tsx';
import { EmptyState, List, Page } from './layout.tsx';

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
      {onRetry !== undefined && (
        <Button small onClick={onRetry}>
          Try again
        </Button>
      )}
      {refused.traceId !== undefined && <span class="tiny muted">Trace {refused.traceId}</span>}
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
export const Part = ({ load, quiet = false }: { readonly load: LoadPart; readonly quiet?: boolean }) => {
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
