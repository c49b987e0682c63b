import { signal } from '@preact/signals';
import { call, isWatching, link, showRefusal } from '../../kit/kit.ts';

/** Whether this window waits for a step that it asked for. */
export const isSteering = signal(false);

const steer = async (send: () => Promise<unknown>): Promise<void> => {
  if (isSteering.value) return;
  isSteering.value = true;
  await send().catch(showRefusal);
  isSteering.value = false;
};

export const nextStep = (): Promise<void> => steer(() => call('POST', '/show/next'));

export const stepBack = (): Promise<void> => steer(() => call('POST', '/show/back'));

/** Goes to a place of what is played: what a step shows, or the beginning of a chapter. */
export const goToStep = (storyboard: string, chapter: number, step?: number): Promise<void> =>
  steer(() => call('PUT', '/show', { body: { storyboard, chapter, step } }));

/** The address of what a step says to look at, such as `orders/4e0b...` or `traffic?status=422`. */
export const toLook = (look: string, more: Readonly<Record<string, string>> = {}): string => {
  const { pathname, searchParams } = new URL(look, 'https://console.invalid/');
  return link(...pathname.split('/').filter(Boolean).map(decodeURIComponent), {
    ...Object.fromEntries(searchParams),
    ...more,
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
