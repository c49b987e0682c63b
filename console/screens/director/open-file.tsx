import { useRef } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';

const MOST_BYTES = 262_144;

/** Reads a text file of the person's machine. */
export const OpenFile = ({ onRead }: { readonly onRead: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const read = async (field: HTMLInputElement): Promise<void> => {
    const [file] = field.files ?? [];
    if (file === undefined) return;
    if (file.size > MOST_BYTES) showToast('This file is too large for a storyboard.', { tone: 'bad' });
    else onRead(await file.text());
    field.value = '';
  };
  return (
    <>
      <input
        ref={input}
        class="unseen"
        type="file"
        accept=".yaml,.yml,.json"
        aria-label="A storyboard file"
        tabIndex={-1}
        onChange={({ currentTarget }) => void read(currentTarget)}
      />
      <Button onClick={() => input.current?.click()}>Open a file</Button>
    </>
  );
};
