import { signal } from '@preact/signals';
import { Button, type LoadPart, Part } from '../kit/kit.ts';
import { address, link, setQuery } from '../server/address.ts';
import { session } from '../server/session-state.ts';
import { signOut } from '../server/session.ts';
import { connection } from '../server/stream.ts';
import { useCall } from '../server/use-call.ts';
import { ClockButton } from './clock.tsx';
import { SearchBox } from './search-box.tsx';

type Theme = 'system' | 'light' | 'dark';

const KEY = 'vatmock-theme';

const stored = (): Theme => {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
};

const theme = signal<Theme>('system');

const show = (): void => {
  if (theme.value === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.value;
};

export const applyTheme = (): void => {
  theme.value = stored();
  show();
};

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

const nextTheme = (): void => {
  theme.value = NEXT[theme.value];
  if (theme.value === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme.value);
  show();
};

const CONNECTION = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Connection lost: trying again',
  paused: 'Paused while hidden',
} as const;

const THEME = {
  system: { icon: 'auto', words: 'Theme: as the system' },
  light: { icon: 'sun', words: 'Theme: light' },
  dark: { icon: 'moon', words: 'Theme: dark' },
} as const;

const PERSONA: LoadPart = () =>
  import('../screens/start/personas.tsx').then(({ PersonaChoice }) => ({ default: PersonaChoice }));

export const Header = ({ isChosen }: { readonly isChosen: boolean }) => {
  const { icon, words } = THEME[theme.value];
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
      {isChosen && kind !== 'client' && session.value?.server.isForeign === false && <Part load={PERSONA} quiet />}
      <div class="header-search">
        <SearchBox />
      </div>
      {isChosen && <ClockButton />}
      <Button kind="quiet" icon={icon} label={words} onClick={nextTheme} />
      {(kind === 'client' || kind === 'operator') && (
        <Button kind="quiet" icon="out" label="Sign out" onClick={signOut} />
      )}
    </header>
  );
};

/** Which sandbox the console shows: the operator chooses, and so does everybody at a local server. */
const SandboxChooser = () => {
  const who = session.value;
  if (who === undefined) return null;
  if (who.server.maySelectSandbox) return <Choice usual={who.sandbox} />;
  return (
    <span class="sandbox-name clip" title={who.sandbox}>
      {who.link?.name ?? who.sandbox}
    </span>
  );
};

const MOST = 100;

const Choice = ({ usual }: { readonly usual: string | undefined }) => {
  const { value } = useCall('/sandboxes', { query: { limit: MOST } }).value;
  const chosen = address.value.query.get('sandbox') ?? usual ?? '';
  const ids = (value?.data ?? []).map(({ id }) => id);
  // A link may name a sandbox that is not among the first, or that is gone.
  const all = chosen === '' || ids.includes(chosen) ? ids : [chosen, ...ids];
  if (all.length <= 1 && chosen !== '') return <span class="sandbox-name clip">{chosen}</span>;
  return (
    <label class="filter sandbox-choice">
      <select
        aria-label="Sandbox"
        value={chosen}
        onChange={({ currentTarget }) => {
          setQuery({ sandbox: currentTarget.value === usual ? '' : currentTarget.value }, { replace: false });
        }}
      >
        {chosen === '' && <option value="">Choose a sandbox</option>}
        {all.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
};
