import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import {
  ConfirmDialog,
  Dialog,
  EmptyState,
  ErrorPanel,
  Icon,
  type LoadPart,
  Part,
  Skeleton,
  Toasts,
  address,
  go,
  inWords,
  isForeign,
  link,
  readSession,
  recordsScreen,
  session,
  set,
  startClock,
  startStream,
  stopAll,
  useAttempt,
  useCall,
  wallNow,
} from '../kit/kit.ts';
import { Header } from './header.tsx';
import { Navigation, Reset, startCounts } from './navigation.tsx';
import { SCREENS, type Screen, hasStoryboards, offeredScreens } from './screens.ts';
import { SignIn } from './sign-in.tsx';

const VISIT: LoadPart = () => import('../screens/visit/visit-screen.tsx');
const LIFETIME: LoadPart = () =>
  import('../screens/visit/visit-screen.tsx').then(({ Lifetime }) => ({ default: Lifetime }));
const PRESENTER: LoadPart = () =>
  import('../screens/demonstration.ts').then(({ Presenter }) => ({ default: Presenter }));
const RIBBON: LoadPart = () => import('../screens/demonstration.ts').then(({ Ribbon }) => ({ default: Ribbon }));

/** A visitor is told in the last hour; until then it stands on Start. */
const isEnding = (): boolean => Date.parse(session.value?.sandboxExpiresAt ?? '') - wallNow.value < HOUR;

const HOUR = 3_600_000;

/** Everything around a screen. */
export const Shell = () => {
  const { refused, attempt } = useAttempt();
  const begin = () => attempt(readSession);
  useEffect(() => void begin(), []);
  const kind = session.value?.kind;
  const [first] = address.value.segments;
  if (refused.value !== undefined)
    return (
      <main class="sign-in">
        <ErrorPanel refused={refused.value} onRetry={begin} />
      </main>
    );
  if (kind === undefined) return <Skeleton />;
  if (first === 'visit') return <Part load={VISIT} />;
  if (kind === 'nobody') return <SignIn />;
  const sandbox = address.value.query.get('sandbox');
  // Another sandbox is another world: nothing of the last one stays.
  return <Frame key={sandbox ?? ''} isChosen={sandbox !== null || session.value?.sandbox !== undefined} />;
};

const Frame = ({ isChosen }: { readonly isChosen: boolean }) => {
  useEffect(() => {
    if (!isChosen) return undefined;
    return stopAll([startStream(), startClock(), startCounts(), startKeyboard()]);
  }, []);
  const { value: shown } = useCall('/show', isChosen && isForeign.value ? {} : null);
  useEffect(() => {
    hasStoryboards.value = shown !== undefined && shown.storyboards.length > 0;
  }, [shown]);
  const { segments, query } = address.value;
  const screen = screenOf(segments);
  const isAudience = segments[0] === 'audience';
  useEffect(() => {
    if (isAudience) go(link(recordsScreen(), { audience: 'on' }), { replace: true });
  }, [isAudience]);
  if (segments[0] === 'presenter' && isChosen)
    return (
      <main class="window" id="screen" tabIndex={-1}>
        <Part load={PRESENTER} />
        <ConfirmDialog />
        <Toasts />
      </main>
    );
  return (
    <div class="shell">
      <a class="shell-skip" href="#screen">
        Skip to the content
      </a>
      <Header isChosen={isChosen} />
      <Navigation />
      <main class="shell-screen" id="screen" tabIndex={-1}>
        {query.has('audience') && isChosen && <Part load={RIBBON} quiet />}
        {isEnding() && <Part load={LIFETIME} quiet />}
        {isChosen || screen?.isForOperator === true ? (
          <CurrentScreen />
        ) : (
          <EmptyState icon="records" title="Choose a sandbox">
            Choose one in the line at the top, or <a href={link('visitors')}>invite a visitor</a>.
          </EmptyState>
        )}
        {screen && (
          <footer class="shell-footer">
            <a href={link('reference', 'docs', 'console', { at: screen.path })}>
              <Icon name="docs" /> What this screen shows
            </a>
            <Reset small />
            <button type="button" class="shell-keys" onClick={set(isHelpOpen, true)}>
              Keys <kbd>?</kbd>
            </button>
          </footer>
        )}
      </main>
      <KeyboardHelp />
      <ConfirmDialog />
      <Toasts />
    </div>
  );
};

const KeyboardHelp = () => {
  if (!isHelpOpen.value) return null;
  const keys = KEYS.map(([key, what]) => [[key], what] as const);
  const screens = offeredScreens().map(({ letter, path }) => [['g', letter], inWords(path)] as const);
  return (
    <Dialog title="Keys" onClose={set(isHelpOpen, false)}>
      <div class="keys">
        {[keys, screens].map((group, index) => (
          <dl key={index}>
            {group.map(([keys, what]) => (
              <div key={what}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
    </Dialog>
  );
};

const screenOf = (segments: readonly string[]): Screen | undefined =>
  SCREENS.find(
    (screen) => screen.path === segments[0] && (screen.isForOperator === true || offeredScreens().includes(screen)),
  );

/** The screen that the address names. */
const CurrentScreen = () => {
  const { segments } = address.value;
  const screen = screenOf(segments);
  const isBarred = screen !== undefined && !offeredScreens().includes(screen);
  // In the commit itself: a reader of the title sees that of the screen.
  useLayoutEffect(() => {
    if (screen !== undefined) document.title = `${inWords(screen.path)} · vatmock`;
  }, [screen]);
  if (isBarred)
    return (
      <EmptyState icon={screen.path} title="This screen is the operator’s" isPage>
        Sign in with the operator’s token to see it.
      </EmptyState>
    );
  if (screen !== undefined) return <Part key={screen.path} load={screen.load} />;
  if (segments[0] === 'audience') return null;
  return (
    <EmptyState icon="search" title="There is no such screen" isPage>
      The address may be cut short. <a href={link()}>Go to Start</a>
    </EmptyState>
  );
};

/** Whether the list of keys is shown. */
const isHelpOpen = signal(false);

/** `g` waits this long for its letter. */
const PATIENCE = 1200;

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'));

/** Moves the focus among the rows of the screen. */
const step = (by: 1 | -1): boolean => {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  if (rows.length === 0) return false;
  const focused = rows.findIndex((row) => row === document.activeElement);
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.getAttribute('aria-current') === 'true');
  const next = rows[from < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, from + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return true;
};

/** The first part that is open on the screen is left by its own link or button. */
const leave = (): boolean => {
  const closer = document.querySelector<HTMLElement>('main [data-close]');
  closer?.click();
  return closer !== null;
};

const search = (): boolean => {
  document.querySelector<HTMLElement>('[data-search], main [type=search]')?.focus();
  return true;
};

const help = (): boolean => (isHelpOpen.value = true);

/** What each key does, if it is not for the browser; the list of keys shows them. Gives whether there was something to do. */
const KEYS: readonly (readonly [key: string, what: string, press?: () => boolean])[] = [
  ['/', 'Search', search],
  ['j', 'Next row', () => step(1)],
  ['k', 'Row before', () => step(-1)],
  ['Enter', 'Open the row'],
  ['Escape', 'Close what is open', leave],
  ['?', 'These keys', help],
];

const startKeyboard = (): (() => void) => {
  let waitsUntil = 0;
  const press = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open], :popover-open') !== null) return;
    if (isWriting(target)) {
      if (key === 'Escape') (target as HTMLElement).blur();
      return;
    }
    const isGoing = Date.now() < waitsUntil;
    const screen = isGoing ? offeredScreens().find(({ letter }) => letter === key) : undefined;
    waitsUntil = screen === undefined && key === 'g' ? Date.now() + PATIENCE : 0;
    if (screen !== undefined) go(link(screen.path));
    else if (waitsUntil === 0 && KEYS.find(([each]) => each === key)?.[2]?.() !== true) return;
    event.preventDefault();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
};
