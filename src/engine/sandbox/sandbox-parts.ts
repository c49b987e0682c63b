import type { Assumed } from '../assumptions/assumed.ts';
import type { Observer } from '../ports/ports.ts';
import type { After } from '../../kernel/timers.ts';
import type { EmittedEvent } from '../message/event.ts';
import type { ChangeWatch } from './change-watch.ts';
import type { OutboundSlots } from './outbound-task-runner.ts';
import type { OutboundTaskLimits, OutboundTasks } from './outbound-task.ts';
import type { JobHandlers } from './job-handlers.ts';
import type { Quota } from './quota.ts';
import type { SlicedWork } from './sliced-work.ts';
import type { FanOut, Sandbox } from './sandbox.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { Store } from './store.ts';

export interface SandboxParts {
  readonly id: string;
  readonly organization: string;
  readonly seed: string;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly quota: Quota;
  readonly assumed?: Assumed;
  /** The path of the public address, as a unit of work sees it; if omitted, empty. */
  readonly publicPath?: string;
  readonly handlers: JobHandlers;
  readonly outboundTasks?: OutboundTasks;
  readonly outboundTaskLimits?: OutboundTaskLimits;
  /** Limits outbound tasks across all sandboxes of a server. */
  readonly slots?: OutboundSlots;
  /** Long works of requests; if omitted, each runs at once. */
  readonly slicedWork?: SlicedWork;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** Determines the recipients of an event, in the same transaction. */
  readonly fanOut?: FanOut;
  /** Called with the events after the commit. */
  readonly emitted?: (sandbox: Sandbox, events: readonly EmittedEvent[]) => void;
  readonly changes?: Pick<ChangeWatch, 'isWatched' | 'tell'>;
  /** Called after the commit of a change to the organization; the call awaits it. */
  readonly organizationChanged?: (sandbox: Sandbox) => Promise<void>;
}
