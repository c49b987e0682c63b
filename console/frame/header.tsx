import { effect, signal } from '@preact/signals';
import {
  Button,
  type LoadPart,
  Part,
  Select,
  connection,
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
import { SearchBox } from './search-box.tsx';

const THEME = {
  system: { icon: 'auto', words: 'Theme: as the system', next: 'light' },
  light: { icon: 'sun', words: 'Theme: light', next: 'dark' },
  dark: { icon: 'moon', words: 'Theme: dark', next: 'system' },
} as const;

type Theme = keyof typeof THEME;

const KEY = 'vatmock-theme';

const kept = localStorage.getItem(KEY);
const theme = signal<Theme>(kept === 'light' || kept === 'dark' ? kept : 'system');

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
