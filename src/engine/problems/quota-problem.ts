import type { EngineProblemType } from './catalogue.ts';
import { problem } from './problem.ts';

/** What a sandbox, or who uses it, may have of something, and has. */
export interface QuotaUse {
  /** As in `GET /__admin/quotas`. */
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
  /** The flag of the setting. */
  readonly setting: string;
}

type QuotaName =
  | 'sandboxes'
  | 'records'
  | 'bytes'
  | 'control-calls'
  | 'streams'
  | 'visitor-streams'
  | 'long-polls'
  | 'deliveries';

interface QuotaRefusal {
  readonly type?: EngineProblemType;
  readonly quota: QuotaUse;
  readonly detail: string;
  /** Seconds, where waiting helps. */
  readonly retryAfter?: number | undefined;
  readonly code?: string;
}

/** A refusal that names the quota, also for programs. */
export const quotaExceeded = ({ type = 'quota-exceeded', quota, detail, retryAfter, code }: QuotaRefusal): Error =>
  problem(type, {
    detail,
    extensions: code === undefined ? { quota } : { quota, code },
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
  });
