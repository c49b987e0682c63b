import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Badge } from '../../kit/badge.tsx';
import { showToast } from '../../kit/toast.tsx';
import { CodeEditor } from './code-editor.tsx';
import type { JsonSchema } from './complete.ts';
import type { Diagnostic, Words } from './types.ts';

const SETTLE = 350;

/** What is written, and whether it has been found to be valid. */
export interface Edited {
  readonly text: string;
  readonly isValid: boolean;
}

interface YamlEditorProps {
  readonly start: string;
  /** Where the draft is kept in this tab. */
  readonly draft: string;
  readonly schema: JsonSchema | undefined;
  readonly words: Words | undefined;
  readonly validate: (text: string) => Promise<{ readonly diagnostics: readonly Diagnostic[] }>;
  readonly actions: (edited: Edited) => ComponentChildren;
}

/** An editor that checks while one types, and completes keys and names. */
export const YamlEditor = ({ start, draft, schema, words, validate, actions }: YamlEditorProps) => {
  const text = useSignal(start);
  const checked = useSignal<{ readonly text: string; readonly found: readonly Diagnostic[] } | undefined>(undefined);
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
  return (
    <div class="editor">
      <CodeEditor text={text.value} onInput={change} diagnostics={found} schema={schema} words={words} />
      <div class="stack editor-side">
        <div class="row">{actions({ text: text.value, isValid })}</div>
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
  showToast(error instanceof Error ? error.message : 'The text could not be checked.', { tone: 'bad' });
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
