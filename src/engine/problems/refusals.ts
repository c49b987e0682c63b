import type { Quota } from '../../generated/control-schemas.ts';
import { type EngineProblemType, problem } from './problem.ts';
import type { Problem } from '../../kernel/problem.ts';

/**
 * 403 capability-required, which names the capability: shared by the check-capabilities stage and by behaviours that
 * check later. `hint` says where a client learns which capabilities it has.
 */
export const capabilityRequired = (capability: string, hint: string | undefined): Problem =>
  problem('capability-required', {
    detail: `This call needs the capability ${capability}, which your organization does not have.${hint === undefined ? '' : ` ${hint}`}`,
    extensions: { capability },
  });

/**
 * The problem for an unknown public link. It is identical whether the sandbox or only the link is unknown, so that
 * guessing links does not reveal which sandboxes exist.
 */
export const unknownLink = (): Problem =>
  problem('not-found', {
    detail: 'Unknown link: check that you copied the whole address, or ask the sender for a new link.',
  });

/** A refusal that names the quota, also for programs. */
export const quotaExceeded = ({
  type = 'quota-exceeded',
  quota,
  detail,
  retryAfter,
  code,
}: {
  readonly type?: EngineProblemType;
  /** What a sandbox, or who uses it, may have of something, and has. */
  readonly quota: Quota;
  readonly detail: string;
  /** Seconds, where waiting helps. */
  readonly retryAfter?: number | undefined;
  readonly code?: string;
}): Error =>
  problem(type, {
    detail,
    extensions: code === undefined ? { quota } : { quota, code },
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
  });

export const tooManyLongPolls = (limit: number): Error =>
  quotaExceeded({
    quota: { name: 'long-polls', limit, used: limit, setting: '--limits long-polls-per-sandbox' },
    detail: `${limit} calls are already waiting for requests or deliveries of this sandbox, which is the maximum (--limits long-polls-per-sandbox): retry when one has returned.`,
    retryAfter: 1,
  });

export const tooManyStreams = (name: 'streams' | 'visitor-streams', limit: number): Error =>
  quotaExceeded({
    quota: { name, limit, used: limit, setting: '--limits streams-per-sandbox' },
    detail: `${limit} listeners follow this sandbox, which is the maximum (--limits streams-per-sandbox): close one of them.`,
    retryAfter: 5,
  });
