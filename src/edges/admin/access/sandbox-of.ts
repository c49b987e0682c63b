import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Sandbox } from '../../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../../identity/organization.ts';
import { controllerOf } from './controller.ts';

/** The sandbox that a control call acts on. Throws 404 for a third-party description, which has no sandboxes. */
export const sandboxOf = ({ sandbox }: Pick<Validated, 'sandbox'>): Sandbox => {
  if (sandbox !== undefined) return sandbox;
  throw noSandboxes();
};

/** Owner of the sandbox. */
export const ownerOf = (exchange: Pick<Validated, 'caller'>): Organization => {
  const { organization } = controllerOf(exchange);
  if (organization !== undefined) return organization;
  throw noSandboxes();
};

const noSandboxes = (): Error =>
  problem('not-found', { detail: 'A description of one’s own is served without sandboxes: nothing is kept.' });
