import { go, link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { wallNow } from '../../server/clock.ts';
import { useCall } from '../../server/use-call.ts';
import { FileEditor, uploadFile } from '../scenarios/file-editor.tsx';
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
export const StoryboardEditor = ({ name }: { readonly name?: string }) => {
  const described = useCall('/file-schemas', {});
  return (
    <FileEditor
      kind="storyboard"
      name={name}
      screen="director"
      first={() => toFirst(new Date(wallNow.value).toISOString().slice(0, 10))}
      read={(of) => call('GET', '/storyboards/{name}', { path: { name: of } })}
      described={described.value.value?.storyboard}
      actions={({ text, isValid }) => (
        <>
          <Button
            changes
            kind="primary"
            disabled={!isValid}
            onClick={async () => {
              const uploaded = await uploadFile('storyboard', name, text);
              showToast(`${uploaded} is uploaded to this sandbox.`);
              go(link('director', uploaded));
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
};
