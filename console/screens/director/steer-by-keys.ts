import { isWatching } from '../../server/session-state.ts';
import { nextStep, stepBack } from './show.ts';

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
