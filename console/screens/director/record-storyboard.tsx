import { useSignal } from '@preact/signals';
import { go, link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { draftKey } from '../scenarios/file-editor.tsx';

const toName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64)
    .replace(/-$/, '') || 'recorded';

/** Writes what was just done as a storyboard, and opens it in the editor. */
export const RecordStoryboard = () => {
  const title = useSignal<string | undefined>(undefined);
  const close = (): void => {
    title.value = undefined;
  };
  const record = async (): Promise<void> => {
    const named = title.value?.trim() ?? '';
    const { name, text, steps, remarks } = await call('POST', '/storyboards/record', {
      body: { name: toName(named), title: named || 'What was just done', upload: false },
    });
    sessionStorage.setItem(draftKey('storyboard', undefined), text);
    close();
    go(link('director', { view: 'edit' }));
    showToast([`${name} has ${String(steps)} steps.`, ...remarks].join(' '));
  };
  return (
    <>
      <Button
        changes
        title="A storyboard of the calls since the last reset"
        onClick={() => {
          title.value = '';
        }}
      >
        Record what was done
      </Button>
      {title.value !== undefined && (
        <Dialog
          title="A storyboard of what was just done"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button changes kind="primary" onClick={record}>
                Write the storyboard
              </Button>
            </>
          }
        >
          <div class="stack">
            <p>
              The calls of clients and of this console since the last reset, one step for each, and the moves of the
              clock. You can edit the sentences and notes before you upload it.
            </p>
            <label class="field">
              <span>Title</span>
              <input
                maxLength={80}
                value={title.value}
                onInput={({ currentTarget }) => {
                  title.value = currentTarget.value;
                }}
              />
            </label>
          </div>
        </Dialog>
      )}
    </>
  );
};
