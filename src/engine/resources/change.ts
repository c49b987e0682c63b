import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import type { Resource } from './resource.ts';

/** What a behaviour did to a kept resource, told within its transaction. */
export interface ResourceChange {
  readonly resource: Resource;
  readonly operationId: string;
  readonly kind: 'created' | 'updated' | 'deleted' | 'acted';
  /** The name of the action, as `close`. */
  readonly action?: string;
  /** The thing after the change; of a deleted one, what it was. */
  readonly body: unknown;
  readonly before?: unknown;
}

/** Called by a behaviour in its transaction, after it changed a thing. */
export type Changed = (work: UnitOfWork, change: ResourceChange) => Promise<void>;
