import { type Signal, signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { toRefused } from '../server/call.ts';
import { WATCHING, isWatching } from '../server/session.ts';
import { set } from './form.tsx';
import { Icon, type IconName } from './icon.tsx';

/** What a handler says when it is done: words, and how to bring back what was lost. */
type Done = string | { readonly text: string; readonly undo: () => unknown };

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'bad';
  readonly undo?: () => unknown;
}

const toasts = signal<readonly Toast[]>([]);
let made = 0;

const removeToast = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/** Long enough to read it and to reach the button. */
const SHOWN_FOR = 6000;
const SHOWN_LONG = 15_000;
const MOST = 4;

/** A line at the bottom that goes by itself: what was done, with its undo, or what did not work. */
export const showToast = (done: Done, tone: Toast['tone'] = 'plain'): void => {
  const toast: Toast = { id: ++made, tone, ...(typeof done === 'string' ? { text: done } : done) };
  toasts.value = [...toasts.value, toast].slice(-MOST);
  setTimeout(() => removeToast(toast.id), tone === 'bad' || toast.undo !== undefined ? SHOWN_LONG : SHOWN_FOR);
};

/** What did not work, and why. */
export const showRefusal = (error: unknown): void => {
  const { title, detail } = toRefused(error);
  showToast(`${title}. ${detail}`, 'bad');
};

interface Question {
  /** Unless said, it is the verb. */
  readonly title?: string;
  readonly text: ComponentChildren;
  /** The verb on the button: "Reset the sandbox". */
  readonly verb: string;
  /** Unless said, it is that of a button that asks. */
  readonly danger?: boolean;
}

const question = signal<Question & { readonly answer: (yes: boolean) => void }>();

/** Asks before something is lost: `if (await confirmDialog({...})) ...`. */
export const confirmDialog = (asked: Question): Promise<boolean> =>
  new Promise((resolve) => {
    question.value?.answer(false);
    question.value = {
      ...asked,
      answer: (yes) => {
        question.value = undefined;
        resolve(yes);
      },
    };
  });

export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, tone, undo }) => (
      <div class={`toast toast-${tone}`} key={id}>
        <p>{text}</p>
        {undo && (
          <Button
            small
            onClick={() => {
              removeToast(id);
              // The button is gone before the promise ends.
              void Promise.resolve(undo()).then(say, showRefusal);
            }}
          >
            Undo
          </Button>
        )}
        <button type="button" class="toast-close" aria-label="Close this message" onClick={() => removeToast(id)}>
          <Icon name="close" />
        </button>
      </div>
    ))}
  </div>
);

/** What a handler gave, if it says something. */
const say = (done: unknown): void => {
  if (typeof done === 'string' || (typeof done === 'object' && done !== null && 'undo' in done))
    showToast(done as Done);
};

interface ButtonProps {
  /** One primary button per place; `danger` for what loses something. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName | undefined;
  readonly small?: boolean;
  readonly disabled?: boolean;
  /** It changes something on the server: who only watches cannot press it, and reads why. */
  readonly changes?: boolean;
  readonly type?: 'button' | 'submit';
  /** For a switch: whether it is on. */
  readonly pressed?: boolean;
  readonly title?: string | undefined;
  /** The name for screen readers, if the words are not enough. */
  readonly label?: string;
  /** What a person is asked before it does anything. */
  readonly ask?: Question | false | undefined;
  /** While a promise is pending the button waits; a `Done` or a refusal is shown as a toast. */
  readonly onClick?: (event: MouseEvent) => unknown;
  readonly children?: ComponentChildren;
}

export const Button = ({
  kind = 'plain',
  icon,
  small,
  disabled,
  changes = false,
  type = 'button',
  pressed,
  title,
  label,
  ask,
  onClick,
  children,
}: ButtonProps) => {
  const isBusy = useSignal(false);
  const isBarred = changes && isWatching.value;
  const click = async (event: MouseEvent) => {
    if (isBusy.value) return;
    try {
      if (ask && !(await confirmDialog({ danger: kind === 'danger', ...ask }))) return;
      const result = onClick?.(event);
      if (!(result instanceof Promise)) return;
      isBusy.value = true;
      say(await result);
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
      disabled={isBarred || disabled}
      aria-busy={isBusy.value}
      aria-pressed={pressed}
      aria-label={label}
      title={isBarred ? WATCHING : (title ?? (children === undefined ? label : undefined))}
      onClick={(event) => void click(event)}
    >
      {icon && <Icon name={icon} />}
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
  primary,
}: {
  readonly text: string | (() => string);
  /** What is copied, for screen readers: "the base URL". */
  readonly what: string;
  /** Words on the button; without them it is an icon. */
  readonly words?: string;
  /** What a dialog is for: as large as its other buttons. */
  readonly primary?: boolean;
}) => {
  const isCopied = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      isCopied.value = true;
      setTimeout(set(isCopied, false), COPIED_FOR);
    } catch {
      showToast('The browser did not let the console copy. Mark the text and copy it yourself.', 'bad');
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
      <Icon name={isCopied.value ? 'check' : 'copy'} />
      {words !== '' && <span>{isCopied.value ? 'Copied' : words}</span>}
      <span class="unseen" role="status">
        {isCopied.value ? 'Copied' : ''}
      </span>
    </button>
  );
};

/** A value to be copied, such as a secret that is shown once. */
export const Copied = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <span class="row copied">
    <code>{text}</code>
    <CopyButton text={text} what={what} />
  </span>
);

/** A button that unfolds the rest of something, and is gone then. */
export const ShowRest = ({ is, children }: { readonly is: Signal<boolean>; readonly children: ComponentChildren }) =>
  is.value ? null : (
    <Button small kind="quiet" onClick={set(is, true)}>
      {children}
    </Button>
  );

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
  /** Buttons at the end: what is done last, on the right. */
  readonly actions?: ComponentChildren;
}

/** Shown while it is rendered. The browser's own dialog keeps the focus inside; it goes back to where it was. */
export const Dialog = ({ title, onClose, wide, children, actions }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // In the commit itself: other effects end after the next paint, and a key that is pressed until then would be lost.
  useLayoutEffect(() => {
    const dialog = ref.current;
    const focused = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // The browser gives the focus back only where it was within.
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={`dialog ${wide ? 'dialog-wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={({ target }) => {
        if (target === ref.current) onClose();
      }}
    >
      <div class="dialog-inside">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="toast-close" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-body">{children}</div>
        {actions !== undefined && <footer>{actions}</footer>}
      </div>
    </dialog>
  );
};

/** A dialog that does something by its last button, or nothing: what a person writes is sent. */
export const FormDialog = ({
  verb,
  kind = 'primary',
  disabled = false,
  onSubmit,
  ...dialog
}: Omit<DialogProps, 'actions'> & {
  /** On the button. */
  readonly verb: ComponentChildren;
  readonly kind?: 'primary' | 'danger';
  readonly disabled?: boolean;
  readonly onSubmit: () => unknown;
}) => (
  <Dialog
    {...dialog}
    actions={
      <>
        <Button onClick={dialog.onClose}>Cancel</Button>
        <Button changes kind={kind} disabled={disabled} onClick={onSubmit}>
          {verb}
        </Button>
      </>
    }
  />
);

/** A button with the dialog that it opens. */
export const OpensDialog = ({
  words,
  children,
  ...button
}: Omit<ButtonProps, 'children' | 'onClick'> & {
  readonly words: string;
  readonly children: (close: () => void) => ComponentChildren;
}) => {
  const isOpen = useSignal(false);
  return (
    <>
      <Button {...button} onClick={set(isOpen, true)}>
        {words}
      </Button>
      {isOpen.value && children(set(isOpen, false))}
    </>
  );
};

/** What `confirmDialog` asks. */
export const ConfirmDialog = () => {
  if (question.value === undefined) return null;
  const { text, verb, title = `${verb}?`, danger, answer } = question.value;
  return (
    <FormDialog
      title={title}
      verb={verb}
      kind={danger ? 'danger' : 'primary'}
      onClose={() => answer(false)}
      onSubmit={() => answer(true)}
    >
      <div>{text}</div>
    </FormDialog>
  );
};
