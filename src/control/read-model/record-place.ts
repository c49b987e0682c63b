import type { JournalEntry } from '../../engine/journal/journal-entry.ts';
import { problem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { CallerSeller } from '../../vat/policy/own-members.ts';

/** Where records are read, and what links in them are made of. */
export interface RecordPlace {
  readonly sandbox: Sandbox;
  /** Those of the organization, for their names. */
  readonly sellers: readonly CallerSeller[];
  readonly origin: string;
  /** Base path of the control API. */
  readonly adminPath: string;
  /** The journal of the organization. */
  readonly newestFirst: () => readonly JournalEntry[];
}

/** Entries that the read model shows at most; totals count all. */
export const READ_MODEL_LIMITS = {
  blockersOfSummary: 3,
  vinsOfSummary: 3,
  blockers: 200,
  vinsOfRule: 100,
  documents: 500,
  timeline: 500,
  ordersOfBuyer: 20,
  viesChecks: 100,
  hits: 20,
} as const;

/** 404. */
export const noRecord = (collection: string, one: string, id: string): Error =>
  problem('not-found', `The sandbox has no ${one} ${id}; GET /__admin/records/${collection} lists those that it has.`);
