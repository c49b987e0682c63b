import type { Outcome, Plan, Trick } from './plan-attempt.ts';
import type { Pace } from '../model/sender.ts';

export interface CarriedOut {
  readonly attempt: Outcome;
  /** What came of sending it once more. */
  readonly copies: readonly Outcome[];
}

export type SendPlanned = (how: {
  readonly signature: Trick | undefined;
  readonly pace: Pace | undefined;
}) => Promise<Outcome>;

/** Makes an attempt as it was planned: the copies follow when the receiver has taken the first. */
export const carryOut = async (
  plan: Extract<Plan, { kind: 'invent' | 'send' }>,
  send: SendPlanned,
): Promise<CarriedOut> => {
  const { chaos } = plan;
  if (plan.kind === 'invent') return { attempt: { ...plan.outcome, chaos }, copies: [] };
  const attempt: Outcome = { ...(await send(plan)), ...(chaos.did.length === 0 ? {} : { chaos }) };
  const { httpStatus = 0 } = attempt;
  const copies: Outcome[] = [];
  if (httpStatus >= 200 && httpStatus < 300)
    for (let copy = 1; copy <= plan.copies; copy++) {
      const did = [...chaos.did, `copy ${String(copy + 1)} of ${String(plan.copies + 1)}`];
      copies.push({ ...(await send(plan)), isCopy: true, chaos: { by: chaos.by, did } });
    }
  return { attempt, copies };
};
