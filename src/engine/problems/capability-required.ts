import type { Problem } from '../../kernel/problem.ts';
import { problem } from './problem.ts';

/**
 * 403 capability-required, which names the capability: shared by the check-capabilities stage and by behaviours that
 * check later.
 */
export const capabilityRequired = (capability: string): Problem =>
  problem('capability-required', {
    detail: `This call needs the capability ${capability}, which your organization does not have. GET /me lists its capabilities.`,
    extensions: { capability },
  });
