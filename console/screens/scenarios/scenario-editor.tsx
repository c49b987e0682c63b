import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { go, link } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { useCall, useRead } from '../../server/use-call.ts';
import { CodeEditor } from './code-editor.tsx';
import { upload, validate } from './send-yaml.ts';
import type { Diagnostic } from './types.ts';

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

/** Drafts outlive a reload, in this tab. */
const draftKey = (name: string | undefined): string => `vatmock-scenario-${name ?? ''}`;

const readText = async (name: string | undefined): Promise<string> => {
  const draft = sessionStorage.getItem(draftKey(name));
  if (draft !== null) return draft;
  if (name === undefined) return FIRST;
  const { text, origin } = await call('GET', '/scenarios/{name}/source', { path: { name } });
  if (origin === 'uploaded') return text;
  return text.replace(/^# yaml-language-server.*\n/, '').replace(/^scenario:.*$/m, `scenario: my-${name}`);
};

/** An editor for a scenario of one's own, or a copy of one from a file. */
export const ScenarioEditor = ({ name }: { readonly name?: string }) => {
  const source = useRead(() => readText(name), name ?? 'new');
  return (
    <Page
      title={name === undefined ? 'Write a scenario' : 'Edit a scenario'}
      intro={
        <a class="scenario-back" data-close href={name === undefined ? link('scenarios') : link('scenarios', name)}>
          {name ?? 'All scenarios'}
        </a>
      }
    >
      <Shown read={source}>{(text) => <Editing start={text} draft={draftKey(name)} />}</Shown>
    </Page>
  );
};

const SETTLE = 350;

const Editing = ({ start, draft }: { readonly start: string; readonly draft: string }) => {
  const text = useSignal(start);
  const checked = useSignal<{ readonly text: string; readonly found: readonly Diagnostic[] } | undefined>(undefined);
  const described = useCall('/scenario-schema', {});
  useEffect(() => {
    const timer = setTimeout(() => {
      const sent = text.value;
      void validate(sent).then(({ diagnostics }) => {
        if (text.value === sent) checked.value = { text: sent, found: diagnostics };
      }, showRefusal);
    }, SETTLE);
    return () => clearTimeout(timer);
  }, [text.value]);
  const found = checked.value?.found ?? [];
  const isValid = checked.value?.text === text.value && found.length === 0;
  const change = (next: string): void => {
    text.value = next;
    sessionStorage.setItem(draft, next);
  };
  const send = async (activate: boolean): Promise<void> => {
    const name = await upload(text.value, activate);
    sessionStorage.removeItem(draft);
    showToast(activate ? `${name} is uploaded, and applies to every call.` : `${name} is uploaded.`);
    go(link('scenarios', name));
  };
  return (
    <div class="editor">
      <CodeEditor
        text={text.value}
        onInput={change}
        diagnostics={found}
        schema={described.value.value?.schema}
        words={described.value.value?.words}
      />
      <div class="stack editor-side">
        <div class="row">
          <Button kind="primary" icon="play" disabled={!isValid} onClick={() => send(true)}>
            Upload and activate
          </Button>
          <Button disabled={!isValid} onClick={() => send(false)}>
            Upload
          </Button>
        </div>
        <div role="status">
          {isValid ? (
            <Badge tone="ok">Valid</Badge>
          ) : found.length > 0 ? (
            <Badge tone="bad">{found.length === 1 ? '1 error' : `${String(found.length)} errors`}</Badge>
          ) : (
            <Badge>Checking</Badge>
          )}
        </div>
        {found.length > 0 && <Errors found={found} />}
        <p class="small muted" id="editor-hint">
          <kbd>Ctrl</kbd> <kbd>Space</kbd> shows what fits at the cursor, <kbd>Enter</kbd> takes it, <kbd>Esc</kbd>{' '}
          closes the list. The errors are those of <code>vatmock validate</code>. The draft stays in this tab until you
          upload it.
        </p>
      </div>
    </div>
  );
};

const showRefusal = (error: unknown): void => {
  showToast(error instanceof Error ? error.message : 'The scenario could not be checked.', { tone: 'bad' });
};

/** A click puts the cursor at the error. */
const Errors = ({ found }: { readonly found: readonly Diagnostic[] }) => (
  <ol class="editor-errors" aria-label="Errors">
    {found.map(({ line, column, message }) => (
      <li key={`${String(line)}:${String(column)} ${message}`}>
        <button type="button" onClick={() => goTo(line, column)}>
          <span class="mono tiny">
            {line}:{column}
          </span>
          <span dir="auto">{message}</span>
        </button>
      </li>
    ))}
  </ol>
);

const goTo = (line: number, column: number): void => {
  const field = document.querySelector<HTMLTextAreaElement>('.code-editor textarea');
  if (field === null) return;
  const before = field.value.split('\n').slice(0, line - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  field.focus();
  field.setSelectionRange(at, at);
  field.scrollTop = Math.max(0, (line - 6) * 20);
};
