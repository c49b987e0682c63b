import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ScenarioValidation } from '../../../src/generated/control-schemas.ts';
import { set } from '../../kit/kit.ts';
import { type Node, createResolve, entriesOf, text as toText, toList, toNode } from '../../server/description.ts';

interface Open {
  readonly list: readonly Suggestion[];
  readonly chosen: number;
  readonly line: number;
  readonly column: number;
  readonly prefix: string;
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
  readonly schema: object | undefined;
  readonly words: Words | undefined;
}) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const open = useSignal<Open>();
  const scroll = useSignal({ top: 0, left: 0 });
  const lines = text.split('\n').length;
  const faulty = new Set(diagnostics.map(({ line }) => line));
  const close = set(open, undefined);

  const suggest = (isAsked: boolean) => {
    const { current } = field;
    if (current === null || schema === undefined || words === undefined) return;
    const { value, selectionStart } = current;
    const place = placeInYaml(value.slice(0, selectionStart));
    const { prefix } = place;
    const list = isAsked || prefix !== '' ? complete(toNode(schema), words, place) : [];
    const before = value.slice(0, selectionStart).split('\n');
    const column = (before.at(-1) ?? '').length - prefix.length;
    open.value = list.length === 0 ? undefined : { list, chosen: 0, prefix, line: before.length - 1, column };
  };

  const insert = (added: string, replaced: number) => {
    const { current } = field;
    if (current === null) return;
    const { selectionStart: end } = current;
    current.setRangeText(added, end - replaced, current.selectionEnd, 'end');
    onInput(current.value);
  };

  const accept = ({ text: word, isKey }: Suggestion) => {
    const { value: shown } = open;
    if (shown === undefined) return;
    const needsQuotes = /^[*@`!&%|>]/.test(word);
    insert(`${needsQuotes ? `'${word}'` : word}${isKey ? ': ' : ''}`, shown.prefix.length);
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
      document.getElementById(`editor-option-${chosen}`)?.scrollIntoView({ block: 'nearest' });
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
        <div style={{ transform: `translateY(${-scroll.value.top}px)` }}>
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
          aria-activedescendant={open.value === undefined ? undefined : `editor-option-${open.value.chosen}`}
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
        {open.value && (
          <ul
            class="code-editor-options"
            id="editor-options"
            role="listbox"
            aria-label="Completions"
            style={{
              top: `${SPACE + (open.value.line + 1) * LINE - scroll.value.top}px`,
              left: `calc(${SPACE - scroll.value.left}px + ${open.value.column}ch)`,
            }}
          >
            {open.value.list.map((suggestion, index) => (
              <li
                key={suggestion.text}
                id={`editor-option-${index}`}
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

interface Suggestion {
  readonly text: string;
  readonly about: string;
  readonly isKey: boolean;
}

const MOST = 40;

/** Keys of the schema, and values: those of the schema, or names of this server. */
const complete = (root: Node, words: Words, { path, isValue, prefix }: Place): readonly Suggestion[] => {
  const resolve = createResolve(root);
  /** A schema with all its alternatives, references resolved, and the items of lists. */
  const spread = (schema: unknown, depth = 0): readonly Node[] => {
    if (schema === undefined || depth > 6) return [];
    const own = resolve(schema);
    const inside = ['anyOf', 'oneOf', 'allOf', 'then', 'else', 'items'].flatMap((name) => toList(own[name]));
    return [own, ...inside.flatMap((each) => spread(each, depth + 1))];
  };
  // Lists are passed through.
  const found = path.reduce(
    (holders, name) => holders.flatMap(({ properties }) => spread(toNode(properties)[name])),
    spread(root),
  );
  const key = path.at(-1) ?? '';
  const members = isValue ? [] : found.flatMap(({ properties }) => entriesOf(properties));
  const values = found
    .flatMap(({ enum: listed, const: only }) => [...toList(listed), ...toList(only)])
    .map(toText)
    .filter((value) => value !== '');
  const all = [
    ...members.map(([text, member]) => ({ text, about: toText(resolve(member)['description']), isKey: true })),
    ...[...(key === 'on' ? ['*'] : []), ...(words[LISTS[key] ?? ''] ?? []), ...values].map((value) => ({
      text: value,
      about: '',
      isKey: false,
    })),
  ];
  const wanted = prefix.toLowerCase();
  const rank = ({ text }: Suggestion): number => (text.toLowerCase().startsWith(wanted) ? 0 : 1);
  return [...new Map(all.toReversed().map((each) => [each.text, each])).values()]
    .toReversed()
    .filter(({ text }) => text.toLowerCase().includes(wanted) && text !== prefix)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST);
};

/** The list of words that a key takes its value from. */
const LISTS: Readonly<Record<string, string>> = {
  on: 'operations',
  call: 'operations',
  control: 'controls',
  problem: 'problems',
  type: 'problems',
  emit: 'events',
  events: 'events',
  event: 'events',
  simulate: 'simulators',
  fixture: 'fixtures',
};

/** What is typed at the cursor: a key or an item of what is at `path`, or only its value. */
interface Place {
  readonly path: readonly string[];
  readonly isValue: boolean;
  /** The letters before the cursor that a completion replaces. */
  readonly prefix: string;
}

const KEY = /^([\w$./*-]+|"[^"]*"|'[^']*')\s*:(?:\s+|$)/;

/** Where a text of YAML ends, with the usual indentation, or in braces on one line. */
const placeInYaml = (text: string): Place => {
  const all = text.split('\n');
  const lines = [...all.slice(0, -1), ...unfold(all.at(-1) ?? '')];
  const { indent, content } = toContent(lines.at(-1) ?? '');
  const path = pathAbove(lines.slice(0, -1), indent);
  const [before = '', key] = KEY.exec(content) ?? [];
  const prefix = content.slice(before.length);
  return { path: key === undefined ? path : [...path, unquote(key)], isValue: key !== undefined, prefix };
};

/** A line whose braces and brackets are open as the block that they stand for: `{ on: createOrder, reply: { prob`. */
const unfold = (line: string): readonly string[] => {
  let open = line.replaceAll(/"[^"]*"|'[^']*'/g, (quoted) => quoted.replaceAll(/[{}[\],:]/g, '_'));
  for (let before = ''; open !== before; open = open.replace(/[{[][^{}[\]]*[}\]]/, '')) before = open;
  const [first = '', ...inside] = open.split(/[{[]/);
  const { indent } = toContent(first);
  const blocks = inside.map(
    (part, depth) => ' '.repeat(indent + depth + 1) + (part.split(',').at(-1) ?? '').trimStart(),
  );
  return [first, ...blocks];
};

/** Dashes of lists count as indentation: a member of an item is below its first key. */
const toContent = (line: string): { readonly indent: number; readonly content: string } => {
  const [lead = ''] = /^\s*(?:- +)*-?/.exec(line) ?? [];
  return { indent: lead.length, content: line.slice(lead.length) };
};

/** The keys that open the blocks around a line with this indentation. */
const pathAbove = (lines: readonly string[], indent: number): readonly string[] => {
  const path: string[] = [];
  let limit = indent;
  for (const line of lines.toReversed()) {
    if (limit === 0) break;
    const start = line.search(/\S/);
    if (start === -1 || line[start] === '#') continue;
    const { indent: own, content } = toContent(line);
    const [, key] = KEY.exec(content) ?? [];
    if (own < limit && key !== undefined && /:\s*(?:#.*)?$/.test(content)) path.unshift(unquote(key));
    if (own < limit) limit = own;
    // Only what is left of the dash encloses the item.
    if (line[start] === '-' && start < limit) limit = start + 1;
  }
  return path;
};

const unquote = (text: string): string => text.replaceAll(/^["']|["']$/g, '');

/** Lists of names of this server. */
export type Words = Readonly<Record<string, readonly string[] | undefined>>;

export type Diagnostic = ScenarioValidation['diagnostics'][number];
