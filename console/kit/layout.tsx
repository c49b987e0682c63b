import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Parameter } from '../server/address.ts';
import { CopyButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

/** A screen: its title, what it is for in a sentence, buttons, content. */
export const Page = ({
  title,
  intro,
  actions,
  children,
}: {
  readonly title: ComponentChildren;
  readonly intro?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) => (
  <div class="page">
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {intro !== undefined && <p class="muted">{intro}</p>}
      </div>
      {actions !== undefined && <div class="row">{actions}</div>}
    </header>
    {children}
  </div>
);

export const Card = ({
  title,
  actions,
  flush = false,
  class: name = '',
  children,
}: {
  readonly title?: ComponentChildren;
  /** Buttons and links at the right of the title. */
  readonly actions?: ComponentChildren;
  /** Without space around the content: for a table or a list. */
  readonly flush?: boolean;
  readonly class?: string;
  readonly children: ComponentChildren;
}) => (
  <section class={`card ${flush ? 'card-flush' : ''} ${name}`}>
    {(title !== undefined || actions !== undefined) && (
      <header class="card-head">
        <h2>{title}</h2>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
    )}
    <div class="card-body">{children}</div>
  </section>
);

/** Names and values below each other; values wrap, names do not. What does not apply is false. */
export const KeyValues = ({
  of,
}: {
  readonly of: readonly (readonly [name: string, value: ComponentChildren] | false)[];
}) => (
  <dl class="key-values">
    {of.map(
      (line) =>
        line !== false && (
          <div key={line[0]}>
            <dt>{line[0]}</dt>
            <dd dir="auto">{line[1]}</dd>
          </div>
        ),
    )}
  </dl>
);

/** The way back to a list. Escape takes it. */
export const Back = ({ to, children }: { readonly to: string; readonly children: ComponentChildren }) => (
  <a class="back small" data-close href={to}>
    {children}
  </a>
);

/** What would be here, and the one command or button that makes it so. */
export const EmptyState = ({
  icon,
  title,
  isPage = false,
  children,
}: {
  readonly icon?: IconName;
  readonly title: string;
  /** All that the page has: its title is that of the page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}) => (
  <div class="empty-state">
    {icon !== undefined && (
      <span class="empty-state-icon">
        <Icon name={icon} size={24} />
      </span>
    )}
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children}
  </div>
);

const WHY = 'It may have been removed by a reset, or belong to another sandbox.';

/** In place of a page about one record: a link may be older than the last reset, or from another sandbox. */
export const MissingRecord = ({
  what,
  why = WHY,
  all,
}: {
  /** Of one record: "order". */
  readonly what: string;
  /** The way on: "All orders". */
  readonly why?: string;
  readonly all: { readonly title: string; readonly href: string };
}) => (
  <EmptyState icon="search" title={`This sandbox has no such ${what}`} isPage>
    <p>
      {why}{' '}
      <a href={all.href} data-close>
        {all.title}
      </a>
    </p>
  </EmptyState>
);

/** At the head of a page about one record. Escape leaves it. */
export const RecordActions = ({
  uuid,
  what,
  all,
}: {
  readonly uuid: string;
  /** Of one record: "order". */
  readonly what: string;
  /** The way back: "All orders". */
  readonly all: { readonly title: string; readonly href: string };
}) => (
  <>
    <CopyButton text={uuid} what={`the UUID of the ${what}`} words="Copy UUID" />
    <a class="small" href={all.href} data-close>
      {all.title}
    </a>
  </>
);

interface Tab {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly content: () => ComponentChildren;
}

/** Tabs whose choice is a parameter of the address; an unknown one shows the first. */
export const Tabs = ({
  label,
  tabs,
  chosen,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: Parameter;
}) => {
  const prefix = useId();
  const current = tabs.find(({ id }) => id === chosen.value) ?? tabs[0];
  const last = useRef(tabs[0]?.id);
  useEffect(() => {
    // One that the address names is in view, also when the page has just been opened.
    if (last.current !== current?.id)
      document.getElementById(`${prefix}-${current?.id ?? ''}`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
    last.current = current?.id;
  }, [current?.id]);
  if (current === undefined) return null;
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    chosen.value = next.id;
    document.getElementById(`${prefix}-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${prefix}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab === current}
            aria-controls={`${prefix}-panel`}
            tabIndex={tab === current ? 0 : -1}
            onClick={() => {
              chosen.value = tab.id;
            }}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div
        class="tabs-panel"
        id={`${prefix}-panel`}
        role="tabpanel"
        aria-labelledby={`${prefix}-${current.id}`}
        key={current.id}
      >
        {current.content()}
      </div>
    </div>
  );
};
