import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, type ButtonProps, question } from './button.tsx';
import { set } from './form.tsx';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
  /** Buttons at the end: what is done last, on the right. */
  readonly actions?: ComponentChildren;
}

/** Shown while it is rendered. The browser's own dialog keeps the focus inside; it goes back to where it was. */
export const Dialog = ({ title, onClose, wide = false, children, actions }: DialogProps) => {
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
  const { title, text, verb, danger = false, answer } = question.value;
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
