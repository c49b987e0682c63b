import { link } from '../address/address.ts';
import { Button } from '../kit/button.tsx';
import { session } from '../server/session-state.ts';
import { signOut } from '../server/session.ts';
import { connection } from '../server/stream.ts';
import { ClockButton } from './clock/clock-button.tsx';
import { type LoadPart, Part } from '../kit/part.tsx';
import { SandboxChooser } from './sandbox-chooser.tsx';
import { SearchBox } from './search/search-box.tsx';
import { nextTheme, theme } from './theme.ts';

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

const PERSONA: LoadPart = () => import('../screens/start/persona-chooser.tsx');

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
