import { effect, signal, useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import type { RecordCollections } from '../../src/generated/control-schemas.ts';
import {
  Button,
  Icon,
  type LoadPart,
  Part,
  Select,
  call,
  connection,
  go,
  isForeign,
  link,
  session,
  set,
  setQuery,
  shownSandbox,
  signOut,
  useCall,
} from '../kit/kit.ts';
import { ClockButton } from './clock.tsx';

const THEME = {
  system: { icon: 'auto', words: 'Theme: as the system', next: 'light' },
  light: { icon: 'sun', words: 'Theme: light', next: 'dark' },
  dark: { icon: 'moon', words: 'Theme: dark', next: 'system' },
} as const;

const KEY = 'vatmock-theme';

const kept = localStorage.getItem(KEY);
const theme = signal<keyof typeof THEME>(kept === 'light' || kept === 'dark' ? kept : 'system');

export const applyTheme = (): unknown =>
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(KEY, theme.value);
  });

const CONNECTION = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost: trying again',
  paused: 'Paused while hidden',
} as const;

const PERSONA: LoadPart = () =>
  import('../screens/start/personas.tsx').then(({ PersonaChoice }) => ({ default: PersonaChoice }));

export const Header = ({ isChosen }: { readonly isChosen: boolean }) => {
  const { icon, words, next } = THEME[theme.value];
  const kind = session.value?.kind;
  return (
    <header class="header">
      <a class="header-brand" href={link()}>
        <b>vatmock</b>
      </a>
      <SandboxChooser />
      <span class={`header-live header-live-${connection.value}`} role="status" title={CONNECTION[connection.value]}>
        <span class="header-dot" aria-hidden="true" />
        <span class={connection.value === 'lost' ? '' : 'unseen'}>{CONNECTION[connection.value]}</span>
      </span>
      {isChosen && kind !== 'client' && !isForeign.value && <Part load={PERSONA} quiet />}
      <div class="header-search">{!isForeign.value && <SearchBox />}</div>
      {isChosen && <ClockButton />}
      <Button kind="quiet" icon={icon} label={words} onClick={set(theme, next)} />
      {(kind === 'client' || kind === 'operator') && (
        <Button kind="quiet" icon="out" label="Sign out" onClick={signOut} />
      )}
    </header>
  );
};

const MOST = 100;

/** Which sandbox the console shows: the operator chooses, and so does everybody at a local server. */
const SandboxChooser = () => {
  const who = session.value;
  const mayChoose = who?.server.maySelectSandbox === true;
  const { value } = useCall('/sandboxes', mayChoose ? { query: { limit: MOST } } : null);
  const chosen = shownSandbox();
  const ids = (value?.data ?? []).map(({ id }) => id);
  // A link may name a sandbox that is not among the first, or that is gone.
  const all = chosen === '' || ids.includes(chosen) ? ids : [chosen, ...ids];
  if (!mayChoose || (all.length <= 1 && chosen !== ''))
    return (
      <span class="sandbox-name clip" title={chosen}>
        {who?.link?.name ?? chosen}
      </span>
    );
  return (
    <label class="filter sandbox-choice">
      <Select
        aria-label="Sandbox"
        value={chosen}
        choices={chosen === '' ? [['', 'Choose a sandbox'], ...all] : all}
        onPick={(id) => setQuery({ sandbox: id === who.sandbox ? '' : id }, { replace: false })}
      />
    </label>
  );
};

const LEAST = 2;
const SETTLE = 160;

/** Finds orders, buyers and requests by id, VIN, VAT number or name. */
const SearchBox = () => {
  const hits = useSignal<readonly Hit[]>();
  const at = useSignal(0);
  const input = useRef<HTMLInputElement>(null);
  const asked = useRef('');
  const timer = useRef<number>(undefined);
  const id = useId();

  const search = async (text: string) => {
    asked.current = text;
    if (text.length < LEAST) {
      hits.value = undefined;
      return;
    }
    const found = await find(text).catch(() => []);
    // An answer that was overtaken is old.
    if (asked.current !== text) return;
    at.value = 0;
    hits.value = found;
  };
  const close = () => {
    clearTimeout(timer.current);
    asked.current = '';
    hits.value = undefined;
  };
  const choose = (hit: Hit) => {
    close();
    if (input.current !== null) {
      input.current.value = '';
      input.current.blur();
    }
    go(placeOf(hit));
  };
  const press = (event: KeyboardEvent) => {
    const all = hits.value ?? [];
    const hit = all[at.value];
    if (event.key === 'Escape') {
      close();
      input.current?.blur();
    } else if (event.key === 'Enter' && hit !== undefined) choose(hit);
    else if (event.key === 'ArrowDown') at.value = Math.min(all.length - 1, at.value + 1);
    else if (event.key === 'ArrowUp') at.value = Math.max(0, at.value - 1);
    else return;
    event.preventDefault();
  };
  const isOpen = hits.value !== undefined;
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        class="search-input"
        data-search
        role="combobox"
        aria-label="Search orders, buyers, VINs, VAT numbers, ids"
        aria-expanded={isOpen}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.value && hits.value.length > 0 ? `${id}-${at.value}` : undefined}
        placeholder="Order, buyer, VIN, VAT number, id"
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          clearTimeout(timer.current);
          const text = currentTarget.value.trim();
          timer.current = setTimeout(() => void search(text), SETTLE);
        }}
        onKeyDown={press}
        onBlur={() =>
          // Who has come back meanwhile is typing.
          setTimeout(() => {
            if (document.activeElement !== input.current) close();
          }, 150)
        }
      />
      <kbd class="search-key" aria-hidden="true">
        /
      </kbd>
      <div id={`${id}-hits`} class="search-hits" role="listbox" aria-label="Found" hidden={!isOpen}>
        {hits.value?.length === 0 && (
          <p class="search-none" role="option" aria-selected="false">
            Nothing has this id, VIN, VAT number or name
          </p>
        )}
        {hits.value?.map((hit, index) => (
          <div
            key={`${hit.kind} ${hit.id}`}
            id={`${id}-${index}`}
            role="option"
            class="search-hit"
            aria-selected={index === at.value}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(hit);
            }}
          >
            <span class="search-kind">{hit.kind}</span>
            <span class="clip" dir="auto">
              {hit.title}
            </span>
            {hit.detail && (
              <span class="small muted clip" dir="auto">
                {hit.detail}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
};

type Hit = NonNullable<RecordCollections['hits']>[number];

const find = async (text: string): Promise<readonly Hit[]> =>
  (await call('GET /records', { query: { search: text } })).hits ?? [];

/** Where each kind of hit is shown; any other is looked for in the traffic. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  order: ['orders'],
  buyer: ['buyers'],
  request: ['traffic'],
  webhook: ['webhooks', 'endpoints'],
  delivery: ['webhooks', 'deliveries'],
};

const placeOf = ({ kind, id }: Hit): string => {
  const place = PLACES[kind];
  return place === undefined ? link('traffic', { text: id }) : link(...place, id);
};
