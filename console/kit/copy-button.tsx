import { useSignal } from '@preact/signals';
import { Icon } from './icon.tsx';
import { showToast } from './toast.tsx';

/** What is read out and what is seen when the text is on the clipboard. */
const SHOWN_FOR = 1500;

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
      }, SHOWN_FOR);
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
