import type { ForwardOutcome } from './listeners.ts';
import type { ListenerWish } from './register-listener.ts';

/**
 * What the processes of a server leave for each other about the listeners of one sandbox. It is carried from one to the
 * next by the lock of the sandbox. JSON.
 */
export interface Board {
  readonly holders: Record<string, Holder>;
  readonly attempts: Record<string, SharedAttempt>;
  /** How often the sandbox was reset: its listeners register again. */
  resets: number;
}

/** The program that listens under a name. */
export interface Holder {
  readonly process: string;
  readonly connection: string;
  endpointId: string;
  /** How often its webhook endpoint was paused. */
  pauses: number;
  isStopped: boolean;
  /** Undefined if an older release has written it. */
  readonly wish?: ListenerWish;
  /** The last reset after which it was registered again by the process that reset the sandbox. */
  renewed?: number;
}

interface SharedAttempt {
  readonly name: string;
  /** The process that waits for the report. */
  readonly from: string;
  /** Until the process of the listener has sent it. */
  handed?: object;
  outcome?: ForwardOutcome;
}
