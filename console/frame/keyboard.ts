import { signal } from '@preact/signals';
import { go, link } from '../kit/kit.ts';
import { offeredScreens } from './screens.ts';

/** Whether the list of keys is shown. */
export const isHelpOpen = signal(false);

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
export const KEYS: readonly (readonly [key: string, what: string, press?: () => boolean])[] = [
  ['/', 'Search', search],
  ['j', 'Next row', () => step(1)],
  ['k', 'Row before', () => step(-1)],
  ['Enter', 'Open the row'],
  ['Escape', 'Close what is open', leave],
  ['?', 'These keys', help],
];

export const startKeyboard = (): (() => void) => {
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
