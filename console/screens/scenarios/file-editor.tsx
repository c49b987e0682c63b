import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ScenarioStatus, ScenarioValidation } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  List,
  Page,
  Shown,
  call,
  countWords,
  go,
  isForeign,
  link,
  sendYaml,
  showRefusal,
  showToast,
  useCall,
  useRead,
} from '../../kit/kit.ts';
import { readDescription } from '../../server/description.ts';
import { CodeEditor, type Diagnostic, type Words } from './code-editor.tsx';

const FIRST = `scenario: order-fails-twice
teaches: The service is down for a moment.
client: Repeats the request with the same Idempotency-Key.
steps:
  - title: The first two orders fail
    on: createOrder
    times: 2
    reply: { problem: internal-error }
expect:
  - request: createOrder
    atLeast: 3
`;

/** The same for the first operation of another API that creates something, or for its first. */
const readFirst = async (): Promise<string> => {
  if (!isForeign.value) return FIRST;
  const { operations } = await readDescription('api');
  const { id = '*' } = operations.find(({ method }) => method === 'POST') ?? operations[0] ?? {};
  return FIRST.replaceAll('createOrder', id)
    .replace(' with the same Idempotency-Key', '')
    .replace('order-', 'call-')
    .replace(' }', ', offContract: true }')
    .replace('orders', 'calls');
};

type Kind = 'scenario' | 'storyboard';

/** Where all of them are listed. */
const SCREENS = { scenario: 'scenarios', storyboard: 'director' } as const;

/** An editor for a scenario of one's own, a copy of one from a file, or one from this machine. */
export const ScenarioEditor = ({ name }: { readonly name: string | undefined }) => {
  const read = async (): Promise<string> => {
    if (name === undefined) return readFirst();
    const { text, origin } = await call('GET /scenarios/{name}', { path: { name } });
    if (origin === 'uploaded') return text;
    return text.replace(/^# yaml-language-server.*\n/, '').replace(/^scenario:.*$/m, `scenario: my-${name}`);
  };
  const check = async (text: string) =>
    (await sendYaml<ScenarioValidation>('POST', '/scenarios/validate', text)).diagnostics;
  /** With `activates`, it applies to every call at once. */
  const upload = (text: string, activates: boolean) => async () => {
    const { name: uploaded } = await sendYaml<ScenarioStatus>('POST', '/scenarios', text);
    sessionStorage.removeItem(draftKey('scenario', name));
    if (activates) await call('POST /scenarios/{name}/activate', { path: { name: uploaded } });
    go(link('scenarios', uploaded));
    return `${uploaded} is uploaded${activates ? ', and applies to every call' : ''}.`;
  };
  return (
    <FileEditor
      kind="scenario"
      name={name}
      read={read}
      check={check}
      actions={({ text, isValid }) => (
        <>
          <Button changes kind="primary" icon="play" disabled={!isValid} onClick={upload(text, true)}>
            Upload and activate
          </Button>
          <Button changes disabled={!isValid} onClick={upload(text, false)}>
            Upload
          </Button>
        </>
      )}
    />
  );
};

/** Drafts outlive a reload, in this tab. */
export const draftKey = (kind: Kind, name: string | undefined): string => `vatmock-${kind}-${name ?? ''}`;

interface EditorParts {
  readonly kind: Kind;
  /** Finds what is wrong while one types; undefined: what the file is used for says so. */
  readonly check?: (text: string) => Promise<readonly Diagnostic[]>;
  readonly actions: (edited: {
    readonly text: string;
    /** It was found to be valid, or nothing is known to be wrong with it. */
    readonly isValid: boolean;
    /** Shows what was found in it. */
    readonly refuse: (found: readonly Diagnostic[]) => void;
  }) => ComponentChildren;
}

/** An editor for a file of one's own, a copy of one that the server has, or one from this machine. */
export const FileEditor = ({
  name,
  read,
  ...parts
}: EditorParts & {
  /** Undefined: a new one. */
  readonly name: string | undefined;
  /** The text that one begins with. */
  readonly read: () => string | Promise<string>;
}) => {
  const { kind } = parts;
  const draft = draftKey(kind, name);
  const described = useCall('/file-schemas').value?.[kind];
  const source = useRead(async () => sessionStorage.getItem(draft) ?? read(), name ?? 'new');
  return (
    <Page
      title={name === undefined ? `Write a ${kind}` : `Edit a ${kind}`}
      intro={
        kind === 'storyboard' || name === undefined ? (
          <Back to={link(SCREENS[kind])}>All {kind}s</Back>
        ) : (
          <Back to={link(SCREENS[kind], name)}>{name}</Back>
        )
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
            {...parts}
          />
        )}
      </Shown>
    </Page>
  );
};

const MOST_BYTES = 262_144;

/** Reads a text file of the person's machine. */
const OpenFile = ({ kind, onRead }: { readonly kind: Kind; readonly onRead: (text: string) => void }) => {
  const read = async (field: HTMLInputElement) => {
    const [file] = field.files ?? [];
    if (file === undefined) return;
    if (file.size > MOST_BYTES) showToast(`This file is too large for a ${kind}.`, 'bad');
    else onRead(await file.text());
    field.value = '';
  };
  return (
    <label class="button">
      Open a file
      <input
        class="unseen"
        type="file"
        accept=".yaml,.yml,.json"
        onChange={({ currentTarget }) => void read(currentTarget)}
      />
    </label>
  );
};

const SETTLE = 350;

/** An editor that checks while one types, and completes keys and names. */
const YamlEditor = ({
  kind,
  start,
  draft,
  schema,
  words,
  check,
  actions,
}: EditorParts & {
  readonly start: string;
  /** Where the draft is kept in this tab. */
  readonly draft: string;
  readonly schema: object | undefined;
  readonly words: Words | undefined;
}) => {
  const text = useSignal(start);
  const checked = useSignal<{ readonly text: string; readonly found: readonly Diagnostic[] }>();
  const finds = (sent: string) => (found: readonly Diagnostic[]) => {
    if (text.value === sent) checked.value = { text: sent, found };
  };
  useEffect(() => {
    if (check === undefined) return undefined;
    const sent = text.value;
    const timer = setTimeout(() => void check(sent).then(finds(sent)).catch(showRefusal), SETTLE);
    return () => clearTimeout(timer);
  }, [text.value]);
  const isChecked = checked.value?.text === text.value;
  const found = checked.value !== undefined && (isChecked || check !== undefined) ? checked.value.found : [];
  const isValid = found.length === 0 && (isChecked || check === undefined);
  const change = (next: string) => {
    text.value = next;
    sessionStorage.setItem(draft, next);
  };
  return (
    <div class="editor">
      <CodeEditor text={text.value} onInput={change} diagnostics={found} schema={schema} words={words} />
      <div class="stack editor-side">
        <div class="row">{actions({ text: text.value, isValid, refuse: finds(text.value) })}</div>
        <div role="status">
          {found.length > 0 ? (
            <Badge tone="bad">{countWords(found.length, 'error')}</Badge>
          ) : (
            check !== undefined && (isValid ? <Badge tone="ok">Valid</Badge> : <Badge>Checking</Badge>)
          )}
        </div>
        <List ordered of={found} class="editor-errors" aria-label="Errors">
          {({ line, column, message }) => (
            <button type="button" onClick={() => goTo(line, column)}>
              <span class="mono tiny">
                {line}:{column}
              </span>
              <span dir="auto">{message}</span>
            </button>
          )}
        </List>
        <p class="small muted" id="editor-hint">
          <kbd>Ctrl</kbd> <kbd>Space</kbd> shows what fits at the cursor, <kbd>Enter</kbd> takes it, <kbd>Esc</kbd>{' '}
          closes the list. The errors are those of <code>vatmock validate</code>. The draft stays in this tab
          {kind === 'scenario' && ' until you upload it'}.
        </p>
      </div>
    </div>
  );
};

/** A click puts the cursor at the error. */
const goTo = (line: number, column: number): void => {
  const field = document.querySelector<HTMLTextAreaElement>('.code-editor textarea');
  if (field === null) return;
  const before = field.value.split('\n').slice(0, line - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  field.focus();
  field.setSelectionRange(at, at);
  field.scrollTop = Math.max(0, (line - 6) * 20);
};
