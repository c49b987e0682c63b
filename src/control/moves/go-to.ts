import type { JourneyStep, OrderGoal, OrderJourney, OrderStanding } from '../../generated/control-schemas.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { describeOutcome } from '../../vat/moves/describe-outcome.ts';
import { type WayStep, findWay, situationOf } from '../../vat/moves/find-way.ts';
import { type Goal, explainUnreachable, isReached, reachableFrom, withUsualReason } from '../../vat/moves/goal.ts';
import { movesOf, type OfferedMove, offerMoves } from '../../vat/moves/moves.ts';
import type { Move } from '../../vat/moves/move.ts';
import { type OrderScene, orderIn } from '../../vat/moves/order-scene.ts';
import type { MakeMove } from './make-move.ts';

/** Brings an order to a status or verdict. Throws 409 if no moves lead there, or if a step fails. */
export type GoTo = (sandbox: Sandbox, uuid: string, wish: OrderGoal, origin: string) => Promise<OrderJourney>;

interface GoToParts {
  readonly readScene: (sandbox: Sandbox, uuid: string) => Promise<OrderScene>;
  readonly makeMove: MakeMove;
  readonly pauses: () => Pause;
}

/** Moves of one call; the longest way from a new order takes a dozen. */
const MOST_STEPS = 40;

export const createGoTo =
  ({ readScene, makeMove, pauses }: GoToParts): GoTo =>
  async (sandbox, uuid, wish, origin) => {
    let goal = toGoal(wish);
    const pause = pauses();
    const steps: JourneyStep[] = [];
    let way: readonly WayStep[] = [];
    let former: string | undefined;
    for (;;) {
      await sandbox.catchUp();
      const scene = await readScene(sandbox, uuid);
      if (isReached(scene, goal)) return { order: toStanding(scene), steps };
      goal = withUsualReason(scene, goal);
      const situation = situationOf(scene);
      if (situation === former) throw stoodStill(scene, steps);
      former = situation;
      await pause();
      // Something else may have happened to the order than was planned.
      if (way[0]?.situation !== situation) way = (await findWay(scene, goal, pause)) ?? [];
      const [step, ...rest] = way;
      if (step === undefined || steps.length >= MOST_STEPS) throw noWay(scene, goal, steps);
      const offer = await findOffer(scene, step, pause);
      const wait = offer === undefined || wish.wait === false ? undefined : waitBefore(scene, offer.move);
      if (wait === undefined) way = rest;
      // Time alone does not change the situation.
      else former = undefined;
      if (offer === undefined) continue;
      steps.push(await take(sandbox, scene, wait ?? offer, { makeMove, origin, steps }));
      await pause();
    }
  };

/** The description demands exactly one of the two. */
const toGoal = ({ status, verdict, because }: OrderGoal): Goal => {
  if (status !== undefined) return { status };
  if (verdict !== undefined) return { decision: verdict, because };
  throw new Error('a goal needs a status or a verdict');
};

/** The planned move as it is now: times and ids have gone on. */
const findOffer = async (scene: OrderScene, { move }: WayStep, pause: Pause): Promise<OfferedMove | undefined> => {
  const present = movesOf(scene).filter(({ id }) => id === move.id);
  return (await offerMoves(scene, present, pause)).offered[0];
};

/** What is dated as far ahead by its client is not waited for: daily jobs would run for years. Milliseconds. */
const LONGEST_WAIT = 7 * 86_400_000;

/** The time that usually lies between what has happened and the move; undefined if it has passed. */
const waitBefore = (scene: OrderScene, move: Move): OfferedMove | undefined => {
  if (move.kind !== 'call' || move.usuallyAt === undefined) return undefined;
  const by = move.usuallyAt - scene.now;
  if (by <= 0 || by > LONGEST_WAIT) return undefined;
  const title = `Let ${wordsOf(by)} pass on the clock of the sandbox`;
  return { move: { kind: 'clock', id: 'clock/wait', title, by }, after: { ...scene, now: scene.now + by }, events: [] };
};

/** To the hour: "a day", "23 hours". */
const wordsOf = (milliseconds: number): string => {
  const hours = Math.ceil(milliseconds / 3_600_000);
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${String(count)} ${unit}s`;
};

const take = async (
  sandbox: Sandbox,
  scene: OrderScene,
  { move, ...rehearsed }: OfferedMove,
  { makeMove, origin, steps }: { readonly makeMove: MakeMove; readonly origin: string; readonly steps: JourneyStep[] },
): Promise<JourneyStep> => {
  const { refusal, ...made } = await makeMove(sandbox, scene, move, origin);
  const step: JourneyStep = {
    kind: move.kind,
    title: move.title,
    ...made,
    leadsTo: describeOutcome(scene, rehearsed).summary,
  };
  if (refusal === undefined) return step;
  throw plainProblem(409, {
    detail: `Step ${String(steps.length + 1)}, "${step.title}", was refused with ${String(step.status)}: ${refusal}`,
    extensions: { steps, failed: step },
  });
};

const noWay = (scene: OrderScene, goal: Goal, steps: readonly JourneyStep[]): Problem =>
  plainProblem(409, {
    detail: explainUnreachable(scene, goal),
    extensions: { steps, reachable: reachableFrom(scene) },
  });

/** The call was answered as if it had succeeded, but nothing happened. */
const stoodStill = (scene: OrderScene, steps: readonly JourneyStep[]): Problem => {
  const failed = steps.at(-1);
  return plainProblem(409, {
    detail: `Step ${String(steps.length)}, "${failed?.title ?? ''}", was answered with ${String(failed?.status)}, but changed nothing: an active scenario may have answered it.`,
    extensions: { steps: steps.slice(0, -1), failed, reachable: reachableFrom(scene) },
  });
};

/** Blockers that a summary of an order shows: one of many vehicles has hundreds. */
const MOST_BLOCKERS = 50;

/** Where an order stands. */
export const toStanding = (scene: OrderScene): OrderStanding => {
  const { uuid, externalOrderId, status, compliance } = orderIn(scene);
  return {
    uuid,
    externalOrderId,
    status,
    complianceStatus: compliance.status,
    decision: compliance.decision,
    blockers: compliance.blockers.slice(0, MOST_BLOCKERS),
    blockerCount: compliance.blockers.length,
  };
};
