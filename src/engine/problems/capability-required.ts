import type { Problem } from '../../kernel/problem.ts';
import { problem } from './problem.ts';

/**
 * 403 capability-required, which names the capability: shared by the check-capabilities stage and by behaviours that
 * check later. `hint` says where a client learns which capabilities it has.
 */
export const capabilityRequired = (capability: string, hint: string | undefined): Problem =>
  problem('capability-required', {
    detail: `This call needs the capability ${capability}, which your organization does not have.${hint === undefined ? '' : ` ${hint}`}`,
    extensions: { capability },
  });
