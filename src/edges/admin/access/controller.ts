import type { Caller } from '../../../engine/ports/ports.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { CallUse } from './call-limits.ts';

/** The caller of a control call, with its permissions. */
export interface Controller extends Caller {
  /** Organization that the call acts for; undefined if there is none, or if the caller is not authenticated. */
  readonly organization: Organization | undefined;
  /** Whether it may create, list and drop sandboxes, and inspect all of them. */
  readonly isOperator: boolean;
  /** Whether it is the operator, or a program on the operator's machine, whatever it calls. */
  readonly mayManage: boolean;
  /** Whether it is the session of a visitor. */
  readonly isVisitor?: true;
  /** Whether it is a visitor who may only watch. */
  readonly mayOnlyWatch?: boolean;
  /** Aborts when the caller's session of the console or its access by token ends; undefined for other callers. */
  readonly endOfSession?: (() => AbortSignal) | undefined;
  /** Counts, as so many calls, what its call does beyond what such a call counts as; throws 429. */
  readonly charge: (count: number) => Promise<void>;
  /** The control calls of the organization's clients in the present window; of a visitor its own. */
  readonly callUse: () => Promise<CallUse>;
}

/** Only the authenticator of control calls creates controllers. */
export const controllerOf = ({ caller }: Pick<Validated, 'caller'>): Controller => {
  if (caller === undefined || !('isOperator' in caller)) throw new Error('a control call has a controller');
  return caller as Controller;
};
