import { signal } from '@preact/signals';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly undo?: () => void;
}

export interface ToastOptions {
  readonly tone?: 'plain' | 'bad';
  /** Brings back what was lost. */
  readonly undo?: () => void;
}

const toasts = signal<readonly Toast[]>([]);
let made = 0;

const remove = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Long enough to read it and to reach the button. */
const SHOWN_FOR = 6000;
const SHOWN_LONG = 15_000;
const MOST = 4;

/** A line at the bottom that goes by itself: what was done, with its undo, or what did not work. */
export const showToast = (text: string, { tone = 'plain', undo }: ToastOptions = {}): void => {
  const id = ++made;
  toasts.value = [...toasts.value, { id, text, tone, ...(undo === undefined ? {} : { undo }) }].slice(-MOST);
  setTimeout(() => remove(id), tone === 'bad' || undo !== undefined ? SHOWN_LONG : SHOWN_FOR);
};

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, tone, undo }) => (
      <div class={`toast toast-${tone}`} key={id}>
        <p>{text}</p>
        {undo !== undefined && (
          <button
            type="button"
            class="button button-plain button-small"
            onClick={() => {
              remove(id);
              undo();
            }}
          >
            Undo
          </button>
        )}
        <button type="button" class="toast-close" aria-label="Close this message" onClick={() => remove(id)}>
          <Icon name="close" size={14} />
        </button>
      </div>
    ))}
  </div>
);
