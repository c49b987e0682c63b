import { defined } from '../../kernel/defined.ts';
import type { JourneyStep, OrderGoal, OrderJourney, OrderStanding } from '../../generated/control-schemas.ts';
import { plainProblem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Reply } from '../../kernel/http.ts';
import { isObject } from '../../kernel/json.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { describeOutcome } from '../../vat/moves/describe-outcome.ts';
import {
  type Goal,
  type OfferedMove,
  explainUnreachable,
  findNextMove,
  isReached,
  reachableFrom,
  withUsualReason,
} from '../../vat/moves/moves.ts';
import { type Move, clockMove } from '../../vat/moves/move.ts';
import { type OrderScene, changesOf } from '../../vat/moves/order-scene.ts';
import type { Call, Player } from '../calls/call.ts';

/** Moves of one call; the longest way from a new order takes a dozen. */
const MOST_STEPS = 40;

/** Brings an order to a status or verdict. Throws 409 if no moves lead there, or if a step fails. */
export const createGoTo =
  ({
    read,
    callsOf,
    pauses,
    player,
  }: {
    readonly read: (sandbox: Sandbox, uuid: string) => Promise<OrderScene>;
    readonly callsOf: (scene: OrderScene) => (move: Move) => Call;
    readonly pauses: () => Pause;
    readonly player: Pick<Player, 'send'>;
  }) =>
  async (sandbox: Sandbox, uuid: string, wish: OrderGoal, origin: string): Promise<OrderJourney> => {
    let goal = toGoal(wish);
    const pause = pauses();
    const steps: JourneyStep[] = [];
    let former: string | undefined;
    for (;;) {
      const scene = await read(sandbox, uuid);
      if (isReached(scene, goal)) return { order: toStanding(scene), steps };
      goal = withUsualReason(scene, goal);
      const changes = changesOf(scene);
      if (changes === former) throw stoodStill(scene, steps);
      await pause();
      const offer = await findNextMove(scene, goal, pause);
      if (offer === undefined || steps.length >= MOST_STEPS)
        throw conflict(scene, { detail: explainUnreachable(scene, goal), steps });
      const wait = wish.wait === false ? undefined : waitBefore(scene, offer.move);
      // Time alone changes nothing.
      former = wait === undefined ? changes : undefined;
      const { move, ...rehearsed } = wait ?? offer;
      const call = callsOf(scene)(move);
      const { api, operationId, method, path } = call;
      const { reply } = await player.send(call, { sandbox: sandbox.id, origin, sentBy: 'goto' });
      const { status, headers } = reply;
      const step: JourneyStep = {
        ...{ kind: move.kind, title: move.title },
        ...(api === 'service' && { operationId }),
        ...{ method, path, status },
        requestId: (api === 'service' ? headers['x-mock-request-id'] : undefined) ?? null,
        leadsTo: describeOutcome(scene, rehearsed).summary,
      };
      if (status >= 300)
        throw plainProblem(409, {
          detail: `Step ${String(steps.length + 1)}, "${step.title}", was refused with ${String(status)}: ${detailOf(reply) ?? `HTTP ${String(status)}`}`,
          extensions: { steps, failed: step },
        });
      steps.push(step);
      await pause();
    }
  };

/** The description demands exactly one of the two. */
const toGoal = ({ status, verdict, because }: OrderGoal): Goal => {
  if (status !== undefined) return { status };
  if (verdict !== undefined) return { decision: verdict, because };
  throw new Error('a goal needs a status or a verdict');
};

/** What is dated as far ahead by its client is not waited for: daily jobs would run for years. Milliseconds. */
const LONGEST_WAIT = 7 * 86_400_000;

/** The time that usually lies between what has happened and the move; undefined if it has passed. */
const waitBefore = (scene: OrderScene, move: Move): OfferedMove | undefined => {
  if (move.usuallyAt === undefined) return undefined;
  const by = move.usuallyAt - scene.now;
  if (by <= 0 || by > LONGEST_WAIT) return undefined;
  const wait = clockMove('wait', `Let ${wordsOf(by)} pass on the clock of the sandbox`, by);
  return { move: wait, after: { ...scene, now: scene.now + by }, events: [] };
};

/** To the hour: "a day", "23 hours". */
const wordsOf = (milliseconds: number): string => {
  const hours = Math.ceil(milliseconds / 3_600_000);
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${String(count)} ${unit}s`;
};

const detailOf = ({ content }: Reply): string | undefined => {
  const value: unknown = content?.value;
  return isObject(value) && typeof value['detail'] === 'string' ? value['detail'] : undefined;
};

const conflict = (
  scene: OrderScene,
  {
    detail,
    ...extensions
  }: { readonly detail: string; readonly steps: readonly JourneyStep[]; readonly failed?: object },
): Problem => plainProblem(409, { detail, extensions: { ...extensions, reachable: reachableFrom(scene) } });

/** The call was answered as if it had succeeded, but nothing happened. */
const stoodStill = (scene: OrderScene, steps: readonly JourneyStep[]): Problem => {
  const failed = steps.at(-1);
  return conflict(scene, {
    detail: `Step ${String(steps.length)}, "${failed?.title ?? ''}", was answered with ${String(failed?.status)}, but changed nothing: an active scenario may have answered it.`,
    steps: steps.slice(0, -1),
    ...defined({ failed }),
  });
};

/** Blockers that a summary of an order shows: one of many vehicles has hundreds. */
const MOST_BLOCKERS = 50;

/** Where an order stands. */
export const toStanding = ({ order: { uuid, externalOrderId, status, compliance } }: OrderScene): OrderStanding => ({
  uuid,
  externalOrderId,
  status,
  complianceStatus: compliance.status,
  decision: compliance.decision,
  blockers: compliance.blockers.slice(0, MOST_BLOCKERS),
  blockerCount: compliance.blockers.length,
});
