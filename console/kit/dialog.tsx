import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
  /** Buttons at the end: what is done last, on the right. */
  readonly actions?: ComponentChildren;
}

/** Shown while it is rendered. The browser's own dialog keeps the focus inside and gives it back. */
export const Dialog = ({ title, onClose, wide = false, children, actions }: DialogProps) => {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
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
