import type { Problem } from '../../kernel/problem.ts';
import { problem } from './problem.ts';

/** 403 capability-required, which names the capability: said alike by a gate and by the behaviour that finds out later. */
export const capabilityRequired = (capability: string): Problem =>
  problem('capability-required', {
    detail: `This call needs the capability ${capability}, which your organization does not have. GET /me lists its capabilities.`,
    extensions: { capability },
  });
