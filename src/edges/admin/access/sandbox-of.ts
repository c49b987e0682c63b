import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Sandbox } from '../../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../../identity/organization.ts';
import { controllerOf } from './controller.ts';

/** The sandbox that a control call acts on. Ends with 404 where nothing is kept: a foreign description. */
export const sandboxOf = ({ sandbox }: Pick<Validated, 'sandbox'>): Sandbox => {
  if (sandbox !== undefined) return sandbox;
  throw noSandboxes();
};

/** Whose it is. */
export const ownerOf = (exchange: Pick<Validated, 'caller'>): Organization => {
  const { organization } = controllerOf(exchange);
  if (organization !== undefined) return organization;
  throw noSandboxes();
};

const noSandboxes = (): Error =>
  problem('not-found', { detail: 'A description of one’s own is served without sandboxes: nothing is kept.' });
