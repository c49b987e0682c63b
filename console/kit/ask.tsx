import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface Question {
  readonly title: string;
  readonly text: ComponentChildren;
  /** The verb on the button: "Reset the sandbox". */
  readonly verb: string;
  readonly danger?: boolean;
}

const open = signal<(Question & { readonly answer: (yes: boolean) => void }) | undefined>(undefined);

/** Asks before something is lost: `if (await ask({...})) ...`. */
export const ask = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    open.value?.answer(false);
    open.value = {
      ...question,
      answer: (yes) => {
        open.value = undefined;
        resolve(yes);
      },
    };
  });

export const Asking = () => {
  const question = open.value;
  if (question === undefined) return null;
  const { title, text, verb, danger = false, answer } = question;
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      actions={
        <>
          <Button onClick={() => answer(false)}>Cancel</Button>
          <Button kind={danger ? 'danger' : 'primary'} onClick={() => answer(true)}>
            {verb}
          </Button>
        </>
      }
    >
      <div>{text}</div>
    </Dialog>
  );
};
