import { useSignal } from '@preact/signals';
import { Button, Fields, FormDialog, OpensDialog, call, go, link, wallNow } from '../../kit/kit.ts';
import { FileEditor, draftKey, uploadFile } from '../scenarios/file-editor.tsx';
import { startShow } from './show.ts';

const toFirst = (today: string): string => `storyboard: a-first-order
title: A first order
clock: ${today}T08:30:00Z
chapters:
  - title: The client
    steps:
      - title: Who we are
        sentence: The API says who the client is and for whom it may act.
        look: traffic
        notes: Open the request.
        actions:
          - call: getOrganization
`;

/** An editor for a storyboard of one's own, a copy of a built-in one, or one from this machine. */
export const StoryboardEditor = ({ name }: { readonly name?: string }) => (
  <FileEditor
    kind="storyboard"
    name={name}
    first={() => toFirst(new Date(wallNow.value).toISOString().slice(0, 10))}
    actions={({ text, isValid }) => (
      <>
        <Button
          changes
          kind="primary"
          disabled={!isValid}
          onClick={async () => {
            const uploaded = await uploadFile('storyboard', name, text);
            go(link('director', uploaded));
            return `${uploaded} is uploaded to this sandbox.`;
          }}
        >
          Upload
        </Button>
        <Button
          changes
          icon="play"
          disabled={!isValid}
          title="Resets the sandbox to the beginning of the storyboard"
          onClick={async () => {
            await startShow(await uploadFile('storyboard', name, text));
            go(link('presenter'));
          }}
        >
          Upload and play
        </Button>
      </>
    )}
  />
);

const toName = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64)
    .replace(/-$/, '') || 'recorded';

/** Writes what was just done as a storyboard, and opens it in the editor. */
export const RecordStoryboard = () => {
  const written = useSignal({ title: '' });
  const record = async () => {
    const title = written.value.title.trim();
    const { name, text, steps, remarks } = await call('POST', '/storyboards/record', {
      body: { name: toName(title), title: title || 'What was just done', upload: false },
    });
    sessionStorage.setItem(draftKey('storyboard', undefined), text);
    go(link('director', { view: 'edit' }));
    return [`${name} has ${String(steps)} steps.`, ...remarks].join(' ');
  };
  return (
    <OpensDialog changes title="A storyboard of the calls since the last reset" words="Record what was done">
      {(close) => (
        <FormDialog
          title="A storyboard of what was just done"
          verb="Write the storyboard"
          onClose={close}
          onSubmit={record}
        >
          <p>
            The calls of clients and of this console since the last reset, one step for each, and the moves of the
            clock. You can edit the sentences and notes before you upload it.
          </p>
          <Fields of={written} fields={[{ name: 'title', label: 'Title', maxLength: 80 }]} />
        </FormDialog>
      )}
    </OpensDialog>
  );
};
