import { type Signal, signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { toRefused } from '../server/call.ts';
import { WATCHING, isWatching } from '../server/session-state.ts';
import { Icon, type IconName } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly undo?: () => unknown;
}

interface ToastOptions {
  readonly tone?: 'plain' | 'bad';
  /** Brings back what was lost. */
  readonly undo?: () => unknown;
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

/** What did not work, and why. */
export const showRefusal = (error: unknown): void => {
  const { title, detail } = toRefused(error);
  showToast(`${title}. ${detail}`, { tone: 'bad' });
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
              void Promise.resolve(undo()).catch(showRefusal);
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

export interface ButtonProps {
  /** One primary button per place; `danger` for what loses something. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** It changes something on the server: who only watches cannot press it, and reads why. */
  readonly changes?: boolean;
  readonly type?: 'button' | 'submit';
  /** For a switch: whether it is on. */
  readonly pressed?: boolean;
  readonly title?: string;
  /** The name for screen readers, if the words are not enough. */
  readonly label?: string;
  /** While a promise is pending the button waits; a refusal is shown as a toast. */
  readonly onClick?: (event: MouseEvent) => unknown;
  readonly children?: ComponentChildren;
}

export const Button = (props: ButtonProps) => {
  const {
    kind = 'plain',
    icon,
    small = false,
    disabled = false,
    changes = false,
    type = 'button',
    pressed,
    title,
    label,
    onClick,
    children,
  } = props;
  const isBusy = useSignal(false);
  const isBarred = changes && isWatching.value;
  const click = async (event: MouseEvent): Promise<void> => {
    if (isBusy.value) return;
    try {
      const result = onClick?.(event);
      if (!(result instanceof Promise)) return;
      isBusy.value = true;
      await result;
    } catch (error) {
      showRefusal(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <button
      type={type}
      class={`button button-${kind} ${small ? 'button-small' : ''} ${children === undefined ? 'button-icon' : ''}`}
      disabled={disabled || isBarred}
      aria-busy={isBusy.value}
      aria-pressed={pressed}
      aria-label={label}
      title={isBarred ? WATCHING : (title ?? (children === undefined ? label : undefined))}
      onClick={(event) => void click(event)}
    >
      {icon !== undefined && <Icon name={icon} size={small ? 14 : 16} />}
      {children}
    </button>
  );
};

/** What is read out and what is seen when the text is on the clipboard. */
const COPIED_FOR = 1500;

export const CopyButton = ({
  text,
  what,
  words = '',
  primary = false,
}: {
  readonly text: string | (() => string | Promise<string>);
  /** What is copied, for screen readers: "the base URL". */
  readonly what: string;
  /** Words on the button; without them it is an icon. */
  readonly words?: string;
  /** What a dialog is for: as large as its other buttons. */
  readonly primary?: boolean;
}) => {
  const isCopied = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      isCopied.value = true;
      setTimeout(() => {
        isCopied.value = false;
      }, COPIED_FOR);
    } catch {
      showToast('The browser did not let the console copy. Mark the text and copy it yourself.', { tone: 'bad' });
    }
  };
  return (
    <button
      type="button"
      class={`button ${primary ? 'button-primary' : 'button-small'} copy-button ${words === '' ? 'button-quiet button-icon' : ''} ${isCopied.value ? 'copy-done' : ''}`}
      aria-label={words === '' ? `Copy ${what}` : undefined}
      title={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Icon name={isCopied.value ? 'check' : 'copy'} size={14} />
      {words !== '' && <span>{isCopied.value ? 'Copied' : words}</span>}
      <span class="unseen" role="status">
        {isCopied.value ? 'Copied' : ''}
      </span>
    </button>
  );
};

/** A button that unfolds the rest of something, and is gone then. */
export const ShowRest = ({ is, children }: { readonly is: Signal<boolean>; readonly children: ComponentChildren }) =>
  is.value ? null : (
    <Button
      small
      kind="quiet"
      onClick={() => {
        is.value = true;
      }}
    >
      {children}
    </Button>
  );
