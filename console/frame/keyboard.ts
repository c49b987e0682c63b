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

export const startKeyboard = (): (() => void) => {
  let waitsUntil = 0;
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open], :popover-open') !== null) return;
    if (isWriting(event.target)) {
      if (event.key === 'Escape') (event.target as HTMLElement).blur();
      return;
    }
    const isGoing = Date.now() < waitsUntil;
    waitsUntil = 0;
    if (handle(event.key, isGoing)) event.preventDefault();
  };
  const handle = (key: string, isGoing: boolean): boolean => {
    const screen = isGoing ? offeredScreens().find(({ letter }) => letter === key) : undefined;
    if (screen !== undefined) {
      go(link(screen.path));
      return true;
    }
    switch (key) {
      case 'g':
        waitsUntil = Date.now() + PATIENCE;
        return true;
      case '/':
        document.querySelector<HTMLElement>('[data-search], main [type=search]')?.focus();
        return true;
      case 'j':
        return step(1);
      case 'k':
        return step(-1);
      case 'Escape':
        return leave();
      case '?':
        isHelpOpen.value = true;
        return true;
      default:
        return false;
    }
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
};
