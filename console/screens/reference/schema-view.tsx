import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { CodeBlock, Fold, Guess, Inline, Refer, Select, link } from '../../kit/kit.ts';
import {
  type Description,
  type Example,
  type Member,
  type Node,
  entriesOf,
  examplesOf,
  text,
  toList,
  toNode,
} from '../../server/description.ts';
import { assumptionsOf, useReference, wordsOf } from './reference.ts';

/** The members of a schema; objects inside unfold on demand, which also ends schemas that contain themselves. */
export const SchemaView = ({
  schema,
  field = [],
}: {
  readonly schema: unknown;
  /** Names of members from the outermost in: unfolded down to the last, which is marked. */
  readonly field?: readonly string[];
}) => {
  const { description } = useReference();
  const node = description.resolve(schema);
  const members = membersOf(description, node);
  if (members.length > 0) return <Members of={members} field={field} />;
  return (
    <p class="schema-line">
      <code>{typeOf(description, schema)}</code> <Limits {...node} />
      <Marks {...node} />
    </p>
  );
};

/** Members of a schema, parameters or headers: name, type, text. */
export const Members = ({ of, field }: { readonly of: readonly Member[]; readonly field: readonly string[] }) => (
  <ul class="schema">
    {of.map((member) => (
      <MemberLine
        key={`${member.where} ${member.name}`}
        {...member}
        isMarked={field.length === 1 && member.name === field[0]}
        below={member.name === field[0] ? field.slice(1) : []}
      />
    ))}
  </ul>
);

const MemberLine = ({
  name,
  schema,
  isRequired,
  where,
  about,
  isMarked,
  below,
}: Member & {
  /** What the address asks for stands out. */
  readonly isMarked: boolean;
  /** What is unfolded inside. */
  readonly below: readonly string[];
}) => {
  const { description } = useReference();
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) line.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  const node = description.resolve(schema);
  const words = wordsOf(about);
  // The object itself, or the items of a list.
  const inside = [node, description.resolve(node['items'])].map((each) => membersOf(description, each));
  const members = inside.find(({ length }) => length > 0) ?? [];
  const reference = referenceOf(schema) ?? referenceOf(node['items']);
  const type = schema === undefined ? undefined : typeOf(description, schema);
  return (
    <li ref={line} {...(isMarked ? { class: 'schema-marked', 'aria-current': 'true' } : {})}>
      <div class="schema-line">
        <code class="schema-name">{name}</code>
        <span class="schema-type">
          {where}
          {where !== '' && type !== undefined && ' · '}
          {reference === undefined ? (
            type
          ) : (
            <a href={link('reference', 'schemas', reference, { of: description.kind === 'control' ? 'control' : '' })}>
              {type}
            </a>
          )}
        </span>
        {isRequired && <span class="schema-required">required</span>}
        {node['readOnly'] === true && <span class="muted tiny">read only</span>}
        <Limits {...node} />
        <Marks {...about} />
      </div>
      {words !== '' && (
        <p class="schema-text muted">
          <Inline text={words} />
        </p>
      )}
      {members.length > 0 && (
        <Fold
          class="schema-inside"
          open={below.length > 0}
          summary={(isOpen) => (isOpen ? 'Fold' : `${members.length} members of ${name}`)}
        >
          {() => <Members of={members} field={below} />}
        </Fold>
      )}
    </li>
  );
};

const Limits = (node: Node) => {
  const words = LIMITS.filter(([name]) => node[name] !== undefined).map(([name, say]) => {
    const value = text(node[name]);
    return say.replace('%', value).replace(value === '1' ? /s$/ : '', '');
  });
  return (
    <>
      {words.length > 0 && <span class="muted tiny">{words.join(', ')}</span>}
      {node['enum'] !== undefined && (
        <span class="schema-values">
          {toList(node['enum'])
            .map(text)
            .map((value) => (
              <code key={value}>{value}</code>
            ))}
        </span>
      )}
    </>
  );
};

const LIMITS = [
  ['const', 'always %'],
  ['minLength', 'at least % characters'],
  ['maxLength', 'at most % characters'],
  ['minimum', '% or more'],
  ['maximum', '% or less'],
  ['exclusiveMinimum', 'more than %'],
  ['minItems', 'at least % items'],
  ['maxItems', 'at most % items'],
  ['pattern', 'matches %'],
  ['default', '% if it is left out'],
] as const;

/** Members of an object, those of all parts of `allOf` together; alternatives are merged and none of them required. */
const membersOf = ({ resolve }: Description, node: Node): readonly Member[] => {
  const all = new Map<string, Member>();
  // An alternative may be made of what it is an alternative of.
  const seen = new Set<unknown>();
  const add = (written: unknown, mayBeRequired: boolean) => {
    const { properties, required, allOf, oneOf, anyOf } = resolve(written);
    if (seen.has(properties ?? written)) return;
    seen.add(properties ?? written);
    for (const [name, schema] of Object.entries(toNode(properties))) {
      const isRequired = toList(required).includes(name) || all.get(name)?.isRequired === true;
      all.set(name, { name, schema, isRequired: mayBeRequired && isRequired, where: '', about: resolve(schema) });
    }
    for (const inner of toList(allOf)) add(inner, mayBeRequired);
    for (const inner of [...toList(oneOf), ...toList(anyOf)]) add(inner, false);
  };
  add(node, true);
  return [...all.values()];
};

const SCHEMAS = '#/components/schemas/';

const referenceOf = (schema: unknown): string | undefined => {
  const reference = text(toNode(schema)['$ref']);
  return reference.startsWith(SCHEMAS) ? reference.slice(SCHEMAS.length) : undefined;
};

/** "string (date)", "list of OrderVinInput", "map of string", "integer or null". */
const typeOf = (description: Description, schema: unknown, depth = 0): string => {
  const name = referenceOf(schema);
  if (name !== undefined) return name;
  const { items, properties, additionalProperties: values, oneOf, anyOf, type, format } = description.resolve(schema);
  const inside = (inner: unknown): string => typeOf(description, inner, depth + 1);
  const alternatives = [...toList(oneOf), ...toList(anyOf)];
  if (depth < 3) {
    if (items !== undefined) return `list of ${inside(items)}`;
    if (properties === undefined && Object.keys(toNode(values)).length > 0) return `map of ${inside(values)}`;
    if (alternatives.length > 0) return [...new Set(alternatives.map(inside))].join(' or ');
  }
  const types = toList(type).map(text).join(' or ');
  if (types === '') return properties === undefined ? 'any value' : 'object';
  return format === undefined ? types : `${types} (${text(format)})`;
};

/** The sign of what rests on assumptions; nothing where the description of the API is plain. */
export const Marks = (node: Node) => {
  const ids = assumptionsOf(node);
  const { assumptions } = useReference();
  if (ids.length === 0) return null;
  return (
    <Guess ids={ids}>
      <div class="marks">
        {ids.map((id) => {
          const { question, chosen, alternatives = [] } = assumptions.find((each) => each.id === id) ?? {};
          return (
            <section key={id}>
              <h3>
                <Refer to="assumptions" name={id} />
              </h3>
              {question && (
                <p>
                  <Inline text={question} />
                </p>
              )}
              {chosen && (
                <p class="muted">
                  <Inline text={chosen.text} />
                </p>
              )}
              {alternatives.length > 0 && (
                <p class="muted">
                  Or: <Inline text={alternatives.map((each) => each.text).join('; ')} />
                </p>
              )}
            </section>
          );
        })}
        {node['x-provenance'] === 'documented' && (
          <p class="muted tiny">The part itself is documented; only this statement is assumed.</p>
        )}
      </div>
    </Guess>
  );
};

/** Media types of a body, each with its schema and its examples. */
export const MessageBody = ({ content, field }: { readonly content: unknown; readonly field?: readonly string[] }) => {
  const { description } = useReference();
  return (
    <div class="stack">
      {entriesOf(content).map(([mediaType, node]) => {
        const examples = examplesOf(description, node);
        return (
          <div key={mediaType} class="stack">
            <code class="muted small">{mediaType}</code>
            {node['schema'] !== undefined && <SchemaView schema={node['schema']} field={field ?? []} />}
            {examples.length > 0 && <Examples of={examples} />}
          </div>
        );
      })}
    </div>
  );
};

const Examples = ({ of }: { readonly of: readonly Example[] }) => {
  const chosen = useSignal('0');
  const value = of[Number(chosen.value)]?.value;
  return (
    <div class="stack">
      <div class="row">
        <h3>Example</h3>
        {of.length > 1 && (
          <span class="filter">
            <Select
              aria-label="Example"
              value={chosen.value}
              choices={of.map(({ summary }, index) => [String(index), summary])}
              onPick={(picked) => {
                chosen.value = picked;
              }}
            />
          </span>
        )}
      </div>
      <CodeBlock text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} what="the example" />
    </div>
  );
};
