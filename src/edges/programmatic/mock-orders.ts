import type { OrderMoves } from '../../control/moves/order-moves.ts';
import type {
  OrderGoal as GoalWish,
  OrderJourney as Journey,
  OrderMoves as NextMoves,
} from '../../generated/control-schemas.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';

/** What orders can do next, and bringing them to a status: the calls of the control API, without HTTP. */
import type { Hold } from './mock-scenarios.ts';

export interface MockOrders {
  /** The moves that are legal for an order now: calls of a client, ready to be sent, simulators, and the next job. */
  readonly next: (orderUuid: string, sandbox?: string) => Promise<NextMoves>;
  /**
   * Brings an order to a status, or to a verdict with a decision, by real calls of the API; where no call of a client
   * leads further, it advances the clock or runs a simulator. Rejects if no moves lead there, or if a step is refused.
   *
   * @example await mock.orders.goTo(order.uuid, { status: 'TRANSPORT_COMPLETED' });
   */
  readonly goTo: (orderUuid: string, goal: GoalWish, sandbox?: string) => Promise<Journey>;
}

interface MockOrdersParts {
  readonly moves: OrderMoves;
  /** Throws if a value does not match the named schema of the control API. */
  readonly check: (schema: string, value: unknown) => void;
  /** The named sandbox; that of the first organization if undefined. */
  readonly sandboxOf: (name: string | undefined) => Promise<Sandbox>;
  readonly hold: Hold;
  /** Root URL of the server. */
  readonly origin: string;
}

export const createMockOrders = ({ moves, check, sandboxOf, hold, origin }: MockOrdersParts): MockOrders => ({
  next: (orderUuid, sandbox) => hold(sandbox, async () => moves.next(await sandboxOf(sandbox), orderUuid, origin)),
  goTo: async (orderUuid, goal, sandbox) => {
    check('OrderGoal', goal);
    return hold(sandbox, async () => moves.goTo(await sandboxOf(sandbox), orderUuid, goal, origin));
  },
});
