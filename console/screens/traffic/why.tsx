import type { Explanation } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { link } from '../../address/address.ts';
import { Icon } from '../../kit/icon.tsx';
import { Inline } from '../../kit/prose.tsx';

type Stage = Explanation['stages'][number];

const OUTCOME = { passed: 'passed', answered: 'answered', refused: 'refused', 'not-reached': 'not reached' } as const;

/** The stages in order, each with its decision; the one that ended the request is open. */
export const Why = ({ explanation: { stages } }: { readonly explanation: Explanation }) => {
  const ending = stages.findLast(({ outcome }) => outcome === 'refused' || outcome === 'answered')?.stage;
  const chosen = useSignal(ending ?? stages[0]?.stage);
  if (stages.length === 0) return <p class="muted">This request passed no stages: the token endpoint answered it.</p>;
  const open = stages.find(({ stage }) => stage === chosen.value);
  return (
    <div class="why">
      <ol class="why-stages">
        {stages.map(({ stage, outcome }) => (
          <li key={stage}>
            <button
              type="button"
              class={`why-stage why-${outcome}`}
              aria-pressed={stage === chosen.value}
              onClick={() => {
                chosen.value = stage;
              }}
            >
              {outcome === 'passed' && <Icon name="check" size={12} />}
              {outcome === 'refused' && <Icon name="close" size={12} />}
              {outcome === 'answered' && <Icon name="right" size={12} />}
              {inWords(stage)}
              <span class="unseen">, {OUTCOME[outcome]}</span>
            </button>
          </li>
        ))}
      </ol>
      {open !== undefined && <OneStage stage={open} />}
    </div>
  );
};

const inWords = (stage: string): string => stage.replaceAll('-', ' ');

const OneStage = ({ stage: { stage, outcome, decision, rule, assumptions = [] } }: { readonly stage: Stage }) => (
  <div class={`why-open why-open-${outcome}`} aria-live="polite">
    <p>
      <b>{inWords(stage)}</b>
      {/* "answered by: ..." is a decision that says it already. */}
      {outcome !== 'not-reached' && decision.startsWith(OUTCOME[outcome]) ? '' : ` ${OUTCOME[outcome]}`}
      {outcome !== 'not-reached' && (
        <>
          : <span dir="auto">{decision}</span>
        </>
      )}
    </p>
    <p class="small muted">
      <Inline text={rule} />
    </p>
    {assumptions.length > 0 && (
      <ul class="why-assumptions" aria-label="Assumptions behind it">
        {assumptions.map(({ id, assumed, isChosen }) => (
          <li key={id}>
            <a
              href={link('reference', 'assumptions', id)}
              title={`The description is silent: ${id} is assumed to be ${assumed}${isChosen ? ', as by default' : ''}`}
            >
              <span aria-hidden="true">~</span> {id}: {assumed}
            </a>
          </li>
        ))}
      </ul>
    )}
  </div>
);
