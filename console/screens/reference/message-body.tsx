import { useSignal } from '@preact/signals';
import { CodeBlock } from '../../kit/code-block.tsx';
import { type Description, type Node, text, toNode } from './description.ts';
import { SchemaView } from './schema-view.tsx';

/** Media types of a body, each with its schema and its examples. */
export const MessageBody = ({
  description,
  content,
  field = [],
}: {
  readonly description: Description;
  readonly content: Node;
  readonly field?: readonly string[];
}) => (
  <div class="stack">
    {Object.entries(content).map(([mediaType, value]) => {
      const node = toNode(value);
      const examples = examplesOf(description, node);
      return (
        <div key={mediaType} class="stack">
          <code class="muted small">{mediaType}</code>
          <SchemaView description={description} schema={node['schema']} field={field} />
          {examples.length > 0 && <Examples of={examples} />}
        </div>
      );
    })}
  </div>
);

interface Example {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

export const examplesOf = (description: Description, content: Node): readonly Example[] => {
  const named = Object.entries(toNode(content['examples'])).map(([name, example]) => {
    const { summary, value } = description.resolve(example);
    return { name, summary: text(summary) || name, value };
  });
  return content['example'] === undefined
    ? named
    : [{ name: 'example', summary: 'Example', value: content['example'] }, ...named];
};

const Examples = ({ of }: { readonly of: readonly Example[] }) => {
  const chosen = useSignal(0);
  const current = of[chosen.value];
  return (
    <div class="stack">
      <div class="row">
        <h3>Example</h3>
        {of.length > 1 && (
          <label class="filter">
            <span class="unseen">Example</span>
            <select
              value={chosen.value}
              onChange={({ currentTarget }) => {
                chosen.value = Number(currentTarget.value);
              }}
            >
              {of.map(({ name, summary }, index) => (
                <option key={name} value={index}>
                  {summary}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {current !== undefined && (
        <CodeBlock
          text={typeof current.value === 'string' ? current.value : JSON.stringify(current.value, null, 2)}
          what="the example"
        />
      )}
    </div>
  );
};
