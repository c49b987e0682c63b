import type { Contract } from '../../engine/contract/contract.ts';
import type { Observer } from '../../engine/ports/ports.ts';
import type { JobHandlers } from '../../engine/sandbox/job-handlers.ts';
import { createOutboundSlots } from '../../engine/sandbox/outbound-task-runner.ts';
import type { OutboundTasks } from '../../engine/sandbox/outbound-task.ts';
import type { EgressGuard } from '../../engine/webhooks/egress.ts';
import { createFanOut } from '../../engine/webhooks/fan-out.ts';
import { ATTEMPT, pausesByThemselves, purgeJobs } from '../../engine/webhooks/schedule.ts';
import { createSlowReceivers } from '../../engine/webhooks/slow-receivers.ts';
import { createAttempt, type EventRules } from '../../engine/webhooks/worker.ts';
import type { DrawWebhookSecret } from '../../engine/webhooks/endpoint.ts';

/** What the sandboxes of a server need to deliver their events. */
export const assembleWebhooks = ({
  contract,
  observer,
  guard,
  isOwn = () => false,
  drawSecret,
  events: { audience, concernedEndpoint, announce },
  policy,
  ...sending
}: Pick<
  Parameters<typeof createAttempt>[0],
  'sender' | 'profile' | 'wall' | 'userAgent' | 'headersOf' | 'rules' | 'receiver' | 'policy' | 'recorded'
> & {
  readonly contract: Contract;
  readonly observer: Pick<Observer, 'breached'>;
  readonly events: EventRules;
  readonly guard: EgressGuard;
  /** URLs exempt from the egress guard, because no request to them leaves the process. */
  readonly isOwn?: (url: string) => boolean;
  readonly drawSecret: DrawWebhookSecret;
}) => {
  const slowReceivers = createSlowReceivers();
  const outboundTasks: OutboundTasks = {
    [ATTEMPT]: createAttempt({ ...sending, announce, policy, slowReceivers }),
  };
  const jobs: JobHandlers = {
    ...purgeJobs,
    ...pausesByThemselves(announce.paused, policy.autoPause),
  };
  return {
    fanOut: createFanOut({ audience, concernedEndpoint, contract, observer }),
    outboundTasks,
    jobs,
    quarantineOf: slowReceivers.quarantineOf,
    slots: createOutboundSlots(),
    drawSecret,
    /** Why deliveries to a URL are refused, to follow its name in a message; undefined if they are allowed. */
    refusalOf: (url: string): string | undefined => {
      const target = isOwn(url) ? undefined : guard.readTarget(url);
      return target !== undefined && 'refused' in target ? target.refused : undefined;
    },
  };
};
