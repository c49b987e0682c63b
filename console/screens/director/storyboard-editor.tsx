import { useRef } from 'preact/hooks';
import type { components } from '../../../src/generated/admin-types.ts';
import { go, link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { wallNow } from '../../server/clock.ts';
import { sendYaml } from '../../server/send-yaml.ts';
import { useCall, useRead } from '../../server/use-call.ts';
import { type Edited, YamlEditor } from '../scenarios/yaml-editor.tsx';
import { startShow } from './show.ts';

type Schemas = components['schemas'];

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

/** Drafts outlive a reload, in this tab. */
export const draftKey = (name: string | undefined): string => `vatmock-storyboard-${name ?? ''}`;

const readText = async (name: string | undefined): Promise<string> => {
  const draft = sessionStorage.getItem(draftKey(name));
  if (draft !== null) return draft;
  if (name === undefined) return toFirst(new Date(wallNow.value).toISOString().slice(0, 10));
  const { text, origin } = await call('GET', '/storyboards/{name}', { path: { name } });
  if (origin === 'uploaded') return text;
  return text.replace(/^# yaml-language-server.*\n/, '').replace(/^storyboard:.*$/m, `storyboard: my-${name}`);
};

const validate = async (text: string): Promise<Schemas['StoryboardValidation']> =>
  (await sendYaml('/storyboards/validate', text)) as Schemas['StoryboardValidation'];

/** An editor for a storyboard of one's own, a copy of a built-in one, or one from a file. */
export const StoryboardEditor = ({ name }: { readonly name?: string }) => {
  const source = useRead(() => readText(name), name ?? 'new');
  const described = useCall('/storyboard-schema', {});
  return (
    <Page
      title={name === undefined ? 'Write a storyboard' : 'Edit a storyboard'}
      intro={
        <a data-close href={name === undefined ? link('director') : link('director', name)}>
          {name ?? 'All storyboards'}
        </a>
      }
      actions={
        <OpenFile
          onRead={(text) => {
            sessionStorage.setItem(draftKey(name), text);
            source.again();
          }}
        />
      }
    >
      <Shown read={source}>
        {(text) => (
          <YamlEditor
            key={text}
            start={text}
            draft={draftKey(name)}
            schema={described.value.value?.schema}
            words={described.value.value?.words}
            validate={validate}
            actions={(edited) => <Actions {...edited} draft={draftKey(name)} />}
          />
        )}
      </Shown>
    </Page>
  );
};

const Actions = ({ text, isValid, draft }: Edited & { readonly draft: string }) => {
  const upload = async (): Promise<string> => {
    const { name } = (await sendYaml('/storyboards', text)) as Schemas['Storyboard'];
    sessionStorage.removeItem(draft);
    return name;
  };
  return (
    <>
      <Button
        changes
        kind="primary"
        disabled={!isValid}
        onClick={async () => {
          const name = await upload();
          showToast(`${name} is uploaded to this sandbox.`);
          go(link('director', name));
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
          await startShow(await upload());
          go(link('presenter'));
        }}
      >
        Upload and play
      </Button>
    </>
  );
};

const MOST_BYTES = 262_144;

/** Reads a text file of the person's machine. */
const OpenFile = ({ onRead }: { readonly onRead: (text: string) => void }) => {
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
