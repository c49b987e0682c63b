import { type ReadonlySignal, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Show } from '../../../src/generated/control-schemas.ts';
import { type Refused, call, onChange, go, isWatching, link, showRefusal, toRefused } from '../../kit/kit.ts';

interface Read {
  /** Null if nothing is played; undefined until it was read. */
  readonly show?: Show | null;
  readonly refused?: Refused;
}

const read = signal<Read>({});
const asked = signal(false);

/** What is played in this sandbox, the same in every window that follows it. */
export const currentShow: ReadonlySignal<Read> = read;

/** Whether this window waits for a step that it asked for. */
export const isSteering: ReadonlySignal<boolean> = asked;

let reading = 0;

/** Shows the answer of a change: what is being read meanwhile is older. */
const shows = ({ show }: { readonly show: Show | null }): void => {
  reading++;
  read.value = { show };
};

/** An answer that was overtaken by a later one is not shown. */
const readShow = async (): Promise<void> => {
  const mine = ++reading;
  try {
    const { show } = await call('GET', '/show');
    if (mine === reading) read.value = { show };
  } catch (error) {
    if (mine === reading) read.value = { ...read.value, refused: toRefused(error) };
  }
};

/** Follows the show while the component is shown. */
export const useShow = (): void =>
  useEffect(() => {
    const stop = onChange(['show'], () => void readShow());
    void readShow();
    return () => {
      stop();
      read.value = {};
    };
  }, []);

const steer = async (send: () => Promise<{ readonly show: Show | null }>): Promise<void> => {
  if (asked.value) return;
  asked.value = true;
  try {
    shows(await send());
  } catch (error) {
    showRefusal(error);
  } finally {
    asked.value = false;
  }
};

export const nextStep = (): Promise<void> => steer(() => call('POST', '/show/next'));

export const stepBack = (): Promise<void> => steer(() => call('POST', '/show/back'));

/** Goes to a place of what is played: what a step shows, or the beginning of a chapter. */
export const goToStep = (storyboard: string, chapter: number, step?: number): Promise<void> =>
  steer(() => call('PUT', '/show', { body: { storyboard, chapter, ...(step === undefined ? {} : { step }) } }));

export const startShow = async (send: () => Promise<unknown>): Promise<void> =>
  shows((await send()) as { readonly show: Show });

export const stopShow = async (): Promise<void> => {
  await call('DELETE', '/show');
  shows({ show: null });
};

/** The address of what a step says to look at, such as `orders/4e0b...` or `traffic?status=422`. */
export const toLook = (look: string, more: Readonly<Record<string, string>> = {}): string => {
  const { pathname, searchParams } = new URL(look, 'https://console.invalid/');
  return link(...pathname.split('/').filter(Boolean).map(decodeURIComponent), {
    ...Object.fromEntries(searchParams),
    ...more,
  });
};

/** Goes to what each step of the show says to look at, when the show comes to it. */
export const followShow = (): (() => void) => {
  let last = '';
  return effect(() => {
    const { show } = currentShow.value;
    // While a step makes its calls, what to look at may not be there yet.
    if (show === undefined || show?.status === 'playing') return;
    const at = show === null ? '' : `${show.storyboard} ${String(show.played)}`;
    const look = show?.current?.look ?? null;
    if (at !== last && look !== null) go(toLook(look));
    last = at;
  });
};

const FORWARDS = ['ArrowRight', 'PageDown'];
const BACK = ['ArrowLeft', 'PageUp'];

/** The arrows mean something there. */
const WITH_ARROWS = 'input, textarea, select, video, iframe, [role="tab"], [role="combobox"], [contenteditable]';

/** A space presses it. */
const WITH_SPACE = 'button, a, summary';

/**
 * Keys of a presentation, also those that a clicker sends: right and page down for the next step, left and page up for the
 * one before. With `space`, a space is the next step too.
 */
export const steerByKeys = ({ space }: { readonly space: boolean }): (() => void) => {
  const press = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (isWatching.value || document.querySelector('dialog[open]') !== null) return;
    const at = target instanceof Element ? target : document.body;
    if (at.matches(WITH_ARROWS)) return;
    const isNext = FORWARDS.includes(key) || (space && key === ' ' && !at.matches(WITH_SPACE));
    if (!isNext && !BACK.includes(key)) return;
    event.preventDefault();
    if (!event.repeat) void (isNext ? nextStep() : stepBack());
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
};
