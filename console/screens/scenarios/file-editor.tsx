import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { showToast } from '../../kit/toast.tsx';
import { sendYaml } from '../../server/send-yaml.ts';
import { useRead } from '../../server/use-call.ts';
import type { JsonSchema } from './complete.ts';
import type { Diagnostic, Words } from './types.ts';
import { type Edited, YamlEditor } from './yaml-editor.tsx';

interface FileEditorProps {
  readonly kind: 'scenario' | 'storyboard';
  /** Undefined: a new one. */
  readonly name: string | undefined;
  /** The screen with the list of all. */
  readonly screen: string;
  /** The text of a new one. */
  readonly first: () => string;
  readonly read: (name: string) => Promise<{ readonly text: string; readonly origin: string }>;
  readonly described: { readonly schema: JsonSchema; readonly words: Words } | undefined;
  readonly actions: (edited: Edited) => ComponentChildren;
}

/** Drafts outlive a reload, in this tab. */
export const draftKey = (kind: FileEditorProps['kind'], name: string | undefined): string =>
  `vatmock-${kind}-${name ?? ''}`;

/** An editor for a file of one's own, a copy of one that the server has, or one from this machine. */
export const FileEditor = ({ kind, name, screen, first, read, described, actions }: FileEditorProps) => {
  const draft = draftKey(kind, name);
  const readText = async (): Promise<string> => {
    const kept = sessionStorage.getItem(draft);
    if (kept !== null) return kept;
    if (name === undefined) return first();
    const { text, origin } = await read(name);
    if (origin === 'uploaded') return text;
    const own = new RegExp(`^${kind}:.*$`, 'm');
    return text.replace(/^# yaml-language-server.*\n/, '').replace(own, `${kind}: my-${name}`);
  };
  const source = useRead(readText, name ?? 'new');
  return (
    <Page
      title={name === undefined ? `Write a ${kind}` : `Edit a ${kind}`}
      intro={
        <a class="scenario-back" data-close href={name === undefined ? link(screen) : link(screen, name)}>
          {name ?? `All ${kind}s`}
        </a>
      }
      actions={
        <OpenFile
          kind={kind}
          onRead={(text) => {
            sessionStorage.setItem(draft, text);
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
            draft={draft}
            schema={described?.schema}
            words={described?.words}
            validate={async (written) =>
              (await sendYaml(`/${kind}s/validate`, written)) as { readonly diagnostics: readonly Diagnostic[] }
            }
            actions={actions}
          />
        )}
      </Shown>
    </Page>
  );
};

/** Uploads what was written; returns its name. The draft is done with. */
export const uploadFile = async (
  kind: FileEditorProps['kind'],
  of: string | undefined,
  text: string,
): Promise<string> => {
  const { name } = (await sendYaml(`/${kind}s`, text)) as { readonly name: string };
  sessionStorage.removeItem(draftKey(kind, of));
  return name;
};

const MOST_BYTES = 262_144;

/** Reads a text file of the person's machine. */
const OpenFile = ({ kind, onRead }: Pick<FileEditorProps, 'kind'> & { readonly onRead: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const read = async (field: HTMLInputElement): Promise<void> => {
    const [file] = field.files ?? [];
    if (file === undefined) return;
    if (file.size > MOST_BYTES) showToast(`This file is too large for a ${kind}.`, { tone: 'bad' });
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
        aria-label={`A ${kind} file`}
        tabIndex={-1}
        onChange={({ currentTarget }) => void read(currentTarget)}
      />
      <Button onClick={() => input.current?.click()}>Open a file</Button>
    </>
  );
};
