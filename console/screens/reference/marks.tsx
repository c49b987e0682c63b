import type { Assumption } from '../../../src/generated/control-schemas.ts';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { link } from '../../address/address.ts';
import { Guess } from '../../kit/guess.tsx';
import { Inline } from '../../kit/prose.tsx';
import { type Node, assumptionsOf } from './description.ts';

/** The register by id, for all marks of a page. */
export const Register = createContext<ReadonlyMap<string, Assumption>>(new Map());

/** The sign of what rests on assumptions; nothing where the description of the API is plain. */
export const Marks = ({ node }: { readonly node: Node }) => {
  const ids = assumptionsOf(node);
  const register = useContext(Register);
  if (ids.length === 0) return null;
  return (
    <Guess id={ids.join(', ')}>
      <div class="marks">
        {ids.map((id) => (
          <MarkText key={id} id={id} assumption={register.get(id)} />
        ))}
        {node['x-provenance'] === 'documented' && (
          <p class="muted tiny">The part itself is documented; only this statement is assumed.</p>
        )}
      </div>
    </Guess>
  );
};

const MarkText = ({ id, assumption }: { readonly id: string; readonly assumption: Assumption | undefined }) => (
  <section>
    <h3>
      <a href={link('reference', 'assumptions', id)}>{id}</a>
    </h3>
    {assumption !== undefined && (
      <>
        <p>
          <Inline text={assumption.question} />
        </p>
        <p class="muted">
          <Inline text={assumption.chosen.text} />
        </p>
        {assumption.alternatives.length > 0 && (
          <p class="muted">
            Or: <Inline text={assumption.alternatives.map(({ text }) => text).join('; ')} />
          </p>
        )}
      </>
    )}
  </section>
);
