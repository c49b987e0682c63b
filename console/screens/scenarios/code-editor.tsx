import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { set } from '../../kit/kit.ts';
import { type Diagnostic, type JsonSchema, type Suggestion, type Words, complete, placeInYaml } from './complete.ts';

interface Open {
  readonly list: readonly Suggestion[];
  readonly chosen: number;
  readonly line: number;
  readonly column: number;
  readonly prefix: string;
  readonly isKey: boolean;
}

const LINE = 20;
const SPACE = 12;

/** A text field with line numbers, errors at their lines, and the keys and names that fit at the cursor. */
export const CodeEditor = ({
  text,
  onInput,
  diagnostics,
  schema,
  words,
}: {
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly diagnostics: readonly Diagnostic[];
  readonly schema: JsonSchema | undefined;
  readonly words: Words | undefined;
}) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const open = useSignal<Open | undefined>(undefined);
  const scroll = useSignal({ top: 0, left: 0 });
  const lines = text.split('\n').length;
  const faulty = new Set(diagnostics.map(({ line }) => line));
  const close = set(open, undefined);

  const suggest = (isAsked: boolean) => {
    const { current } = field;
    if (current === null || schema === undefined || words === undefined) return;
    const { value, selectionStart } = current;
    const place = placeInYaml(value, selectionStart);
    const list = isAsked || place.prefix !== '' ? complete(schema, words, place) : [];
    const before = value.slice(0, selectionStart).split('\n');
    open.value =
      list.length === 0
        ? undefined
        : {
            ...{ list, chosen: 0, prefix: place.prefix, isKey: place.kind === 'key' },
            line: before.length - 1,
            column: (before.at(-1) ?? '').length - place.prefix.length,
          };
  };

  const insert = (added: string, replaced: number) => {
    const { current } = field;
    if (current === null) return;
    const { selectionStart: end } = current;
    current.setRangeText(added, end - replaced, current.selectionEnd, 'end');
    onInput(current.value);
  };

  const accept = ({ text: word }: Suggestion) => {
    const { value: shown } = open;
    if (shown === undefined) return;
    const needsQuotes = word === '*' || /^[@`!&%|>]/.test(word);
    insert(`${needsQuotes ? `'${word}'` : word}${shown.isKey ? ': ' : ''}`, shown.prefix.length);
    close();
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { value: shown } = open;
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === ' ' && event.ctrlKey) suggest(true);
    else if (shown !== undefined && step !== undefined) {
      const chosen = (shown.chosen + step + shown.list.length) % shown.list.length;
      open.value = { ...shown, chosen };
      document.getElementById(`editor-option-${String(chosen)}`)?.scrollIntoView({ block: 'nearest' });
    } else if (shown !== undefined && (key === 'Enter' || key === 'Tab')) {
      const suggestion = shown.list[shown.chosen];
      if (suggestion !== undefined) accept(suggestion);
    } else if (shown !== undefined && key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (key === 'Enter' && !event.shiftKey) insert(toNewLine(field.current), 0);
    else return;
    event.preventDefault();
  };

  return (
    <div class="code-editor mono">
      <div class="code-editor-gutter" aria-hidden="true">
        <div style={{ transform: `translateY(${String(-scroll.value.top)}px)` }}>
          {Array.from({ length: lines }, (_, index) => (
            <div key={index} class={faulty.has(index + 1) ? 'code-editor-fault' : ''}>
              {index + 1}
            </div>
          ))}
        </div>
      </div>
      <div class="code-editor-text">
        <textarea
          ref={field}
          aria-label="The scenario in YAML"
          aria-autocomplete="list"
          aria-controls={open.value === undefined ? undefined : 'editor-options'}
          aria-activedescendant={open.value === undefined ? undefined : `editor-option-${String(open.value.chosen)}`}
          aria-invalid={diagnostics.length > 0}
          aria-describedby="editor-hint"
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={({ currentTarget }) => {
            onInput(currentTarget.value);
            suggest(false);
          }}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget: { scrollTop: top, scrollLeft: left } }) => {
            scroll.value = { top, left };
          }}
          onBlur={close}
          onClick={close}
        />
        {open.value !== undefined && (
          <ul
            class="code-editor-options"
            id="editor-options"
            role="listbox"
            aria-label="Completions"
            style={{
              top: `${String(SPACE + (open.value.line + 1) * LINE - scroll.value.top)}px`,
              left: `calc(${String(SPACE - scroll.value.left)}px + ${String(open.value.column)}ch)`,
            }}
          >
            {open.value.list.map((suggestion, index) => (
              <li
                key={suggestion.text}
                id={`editor-option-${String(index)}`}
                role="option"
                aria-selected={index === open.value?.chosen}
                onMouseDown={(event) => {
                  event.preventDefault();
                  accept(suggestion);
                }}
              >
                <strong>{suggestion.text}</strong>
                <span class="code-editor-about">{suggestion.about}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};

/** The next line begins below the present one, and inside a key that opens a block. */
const toNewLine = (field: HTMLTextAreaElement | null): string => {
  const line = field?.value.slice(0, field.selectionStart).split('\n').at(-1) ?? '';
  const [lead = ''] = /^\s*(?:- )?/.exec(line) ?? [];
  return `\n${lead.replace('-', ' ')}${line.trimEnd().endsWith(':') ? '  ' : ''}`;
};
