import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { type Parameter, link } from '../server/address.ts';
import { ShowRest } from './button.tsx';
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
  flush,
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

/** What is said beside. */
export const Note = ({ children }: { readonly children: ComponentChildren }) => <p class="small muted">{children}</p>;

/** Names and values below each other; values wrap, names do not. What does not apply is false. */
export const KeyValues = ({
  of,
  code,
}: {
  readonly of: readonly (readonly [name: string, value: ComponentChildren] | false)[];
  /** All values are code. */
  readonly code?: boolean;
}) => (
  <dl class="key-values">
    {of.map(
      (line, index) =>
        line !== false && (
          <div key={index}>
            <dt>{line[0]}</dt>
            <dd>{code ? <code>{line[1]}</code> : line[1]}</dd>
          </div>
        ),
    )}
  </dl>
);

/** What an item of a list is known by: its id, number or name, else its place. */
export const keyOf = (item: unknown, index: number): string | number => {
  const { id, uuid, number, name } = Object(item) as Partial<Record<'id' | 'uuid' | 'number' | 'name', string>>;
  return id ?? uuid ?? number ?? name ?? index;
};

/** Items below or beside each other; those beyond the most are shown on demand. */
export const List = <Item,>({
  of,
  most = of.length,
  ordered,
  none = null,
  item,
  children,
  ...more
}: {
  readonly of: readonly Item[];
  readonly most?: number;
  readonly ordered?: boolean;
  /** In place of the items if there is none. */
  readonly none?: VNode | null;
  readonly class?: string;
  readonly 'aria-label'?: string;
  /** The class of each item. */
  readonly item?: string | ((item: Item) => string);
  readonly children: (item: Item, index: number) => ComponentChildren;
}) => {
  const isWhole = useSignal(false);
  const Tag = ordered ? 'ol' : 'ul';
  if (of.length === 0) return none;
  return (
    <>
      <Tag {...more}>
        {of.slice(0, isWhole.value ? of.length : most).map((each, index) => (
          <li key={keyOf(each, index)} class={typeof item === 'function' ? item(each) : item}>
            {children(each, index)}
          </li>
        ))}
      </Tag>
      {of.length > most && <ShowRest is={isWhole}>{of.length - most} more</ShowRest>}
    </>
  );
};

/** By its name to its page in the reference. */
export const Refer = ({ to, name }: { readonly to: string; readonly name: string }) => (
  <a href={link('reference', to, name)}>{name}</a>
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
  isPage,
  children,
}: {
  readonly icon?: IconName;
  readonly title: string;
  /** All that the page has: its title is that of the page. */
  readonly isPage?: boolean;
  readonly children?: ComponentChildren;
}) => (
  <div class="empty-state">
    {icon && (
      <span class="empty-state-icon">
        <Icon name={icon} />
      </span>
    )}
    {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children !== undefined && <p>{children}</p>}
  </div>
);

/** Tabs whose choice is a parameter of the address; an unknown one shows the first. */
export const Tabs = ({
  label,
  tabs,
  chosen,
}: {
  readonly label: string;
  readonly tabs: readonly (readonly [id: string, title: ComponentChildren, content: () => ComponentChildren])[];
  readonly chosen: Parameter;
}) => {
  const prefix = useId();
  const toId = (id: string): string => `${prefix}-${id}`;
  const found = tabs.findIndex(([id]) => id === chosen.value);
  const at = found < 0 ? 0 : found;
  const [current = '', , content] = tabs[at] ?? [];
  useEffect(() => {
    // One that the address names is in view, also when the page has just been opened.
    if (at > 0) document.getElementById(toId(current))?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const [next] = tabs[(at + (step ?? 0) + tabs.length) % tabs.length] ?? [];
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    chosen.value = next;
    document.getElementById(toId(next))?.focus();
  };
  return (
    <div class="tabs">
      <div class="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(([id, title]) => (
          <button
            key={id}
            id={toId(id)}
            type="button"
            role="tab"
            aria-selected={id === current}
            aria-controls={toId('panel')}
            tabIndex={id === current ? 0 : -1}
            onClick={() => {
              chosen.value = id;
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tabs-panel" id={toId('panel')} role="tabpanel" aria-labelledby={toId(current)} key={current}>
        {content?.()}
      </div>
    </div>
  );
};
