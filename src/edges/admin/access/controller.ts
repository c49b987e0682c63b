import type { Caller } from '../../../engine/ports/ports.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Organization } from '../../../identity/organization.ts';

/** Who makes a control call: a caller, with what the call may do here. */
export interface Controller extends Caller {
  /** The organization that the call acts for; undefined where it acts for none, or where nobody is known. */
  readonly organization: Organization | undefined;
  /** Whether it may create, list and drop sandboxes, and look into all of them. */
  readonly isOperator: boolean;
}

/** Whoever authenticates control calls makes controllers, and nobody else does. */
export const controllerOf = ({ caller }: Pick<Validated, 'caller'>): Controller => {
  if (caller === undefined || !('isOperator' in caller)) throw new Error('a control call has a controller');
  return caller as Controller;
};
