import { Inline } from '../../kit/prose.tsx';
import { type Description, type Node, text } from './description.ts';
import { Marks } from './marks.tsx';
import { MARKED, typeOf } from './schema-view.tsx';

interface NamedSchema {
  readonly name: string;
  /** "path", "query" or "header"; nothing where all are alike. */
  readonly where: string;
  readonly isRequired: boolean;
  readonly node: Node;
}

/** Parameters or headers: name, type, text. */
export const NamedSchemas = ({
  description,
  of,
  marked = '',
}: {
  readonly description: Description;
  readonly of: readonly NamedSchema[];
  /** The name of one that is asked for. */
  readonly marked?: string;
}) => (
  <ul class="schema">
    {of.map(({ name, where, isRequired, node }) => (
      <li key={`${where} ${name}`} {...(name === marked ? MARKED : {})}>
        <div class="schema-line">
          <code class="schema-name">{name}</code>
          <span class="schema-type">
            {[where, typeOf(description, node['schema'])].filter((words) => words !== '').join(' · ')}
          </span>
          {isRequired && <span class="schema-required">required</span>}
          <Marks node={node} />
        </div>
        {text(node['description']) !== '' && (
          <p class="schema-text muted" dir="auto">
            <Inline text={text(node['description'])} />
          </p>
        )}
      </li>
    ))}
  </ul>
);
