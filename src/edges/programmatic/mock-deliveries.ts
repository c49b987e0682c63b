import type { CheckDeliverySignature } from '../../control/webhooks/check-delivery-signature.ts';
import { USUAL_COUNT, USUAL_WAIT } from '../../kernel/wait-until.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { DeliveriesAwaited, DeliveryCriteria, DeliveryQueries } from '../../engine/webhooks/queries.ts';
import type { Delivery, SignatureCheck, SignatureRequest } from '../../generated/control-schemas.ts';
import { parseDuration } from '../../kernel/duration.ts';

/** The deliveries of a sandbox: the delivery calls of the control API, without HTTP. */
export interface MockDeliveries {
  /** Newest first, with all attempts. */
  readonly list: (criteria?: DeliveryCriteria, sandbox?: string) => Promise<readonly Delivery[]>;
  /**
   * Resolves with the matching deliveries, oldest first; after the timeout, rejects with an error that lists the
   * others.
   *
   * @example await mock.deliveries.await({ eventType: 'compliance.decision_made' });
   */
  readonly await: (wish: DeliveryFilter, sandbox?: string) => Promise<readonly Delivery[]>;
  /**
   * Checks the signature of a delivery as a correct receiver does; `causes` says why it is not genuine.
   *
   * @example const { genuine, causes } = await mock.deliveries.verify({ headers, body, secret });
   */
  readonly verify: (delivery: SignatureRequest, sandbox?: string) => Promise<SignatureCheck>;
}

interface DeliveryFilter extends DeliveryCriteria {
  /** Default: 1. */
  readonly count?: number;
  /** An ISO 8601 duration in real time. Default: PT5S. */
  readonly timeout?: string;
}

interface MockDeliveriesParts {
  readonly queries: DeliveryQueries;
  /** UUID of a sandbox's organization, once the sandbox is in use; of the first one if undefined. */
  readonly organizationOf: (sandbox: string | undefined) => Promise<string>;
  readonly checkSignature: CheckDeliverySignature;
  /** Throws if a value does not match the named schema of the control API. */
  readonly check: (schema: string, value: unknown) => void;
  /** The named sandbox; that of the first organization if undefined. */
  readonly sandboxOf: (name: string | undefined) => Promise<Sandbox>;
}

export const createMockDeliveries = ({
  queries,
  organizationOf,
  checkSignature,
  check,
  sandboxOf,
}: MockDeliveriesParts): MockDeliveries => ({
  list: async (criteria = {}, sandbox) => queries.list(await organizationOf(sandbox), criteria),
  await: async ({ count = USUAL_COUNT, timeout = USUAL_WAIT, ...criteria }, sandbox) => {
    const wish = { criteria, count, timeout: parseDuration(timeout) };
    const outcome = await queries.await(await organizationOf(sandbox), wish);
    if (outcome.kind === 'met') return outcome.found;
    throw new Error(complaint(outcome, count, timeout));
  },
  verify: async (delivery, sandbox) => {
    check('SignatureRequest', delivery);
    return checkSignature(await sandboxOf(sandbox), delivery);
  },
});

const complaint = ({ kind, found, others }: DeliveriesAwaited, count: number, timeout: string): string => {
  if (kind === 'closed') return 'the mock was closed while waiting for deliveries';
  const instead = others.map(
    ({ eventType, status, webhookId, difference: { at, expected, actual } }) =>
      `\n  ${eventType} to ${webhookId} (${status}): ${at}: expected ${expected}, but ${actual}`,
  );
  return `${String(found.length)} of ${String(count)} deliveries were there within ${timeout}${instead.length === 0 ? '; there were no others' : `; what was there instead:${instead.join('')}`}`;
};
