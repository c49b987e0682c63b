import type { AttemptOutcome, Plan, Trick } from './plan-attempt.ts';
import type { Throttle } from '../model/sender.ts';

export interface CarriedOut {
  readonly attempt: AttemptOutcome;
  /** The outcomes of the duplicates. */
  readonly copies: readonly AttemptOutcome[];
}

type SendPlanned = (how: {
  readonly signature: Trick | undefined;
  readonly pace: Throttle | undefined;
}) => Promise<AttemptOutcome>;

/** Carries out a planned attempt; duplicates are sent after the receiver has accepted the first request. */
export const carryOut = async (
  plan: Extract<Plan, { kind: 'invent' | 'send' }>,
  send: SendPlanned,
): Promise<CarriedOut> => {
  const { chaos } = plan;
  if (plan.kind === 'invent') return { attempt: { ...plan.outcome, chaos }, copies: [] };
  const attempt: AttemptOutcome = { ...(await send(plan)), ...(chaos.did.length === 0 ? {} : { chaos }) };
  const { httpStatus = 0 } = attempt;
  const copies: AttemptOutcome[] = [];
  if (httpStatus >= 200 && httpStatus < 300)
    for (let copy = 1; copy <= plan.copies; copy++) {
      const did = [...chaos.did, `copy ${String(copy + 1)} of ${String(plan.copies + 1)}`];
      copies.push({ ...(await send(plan)), isCopy: true, chaos: { by: chaos.by, did } });
    }
  return { attempt, copies };
};
