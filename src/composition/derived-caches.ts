import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import type { Sandbox } from '../engine/sandbox/sandbox.ts';
import { deliveries } from '../engine/webhooks/model/delivery.ts';
import type { OwnWebhooks } from './own-webhooks.ts';

/** What this process keeps in memory that follows from stored documents, and is stale when others change them. */
export interface DerivedCaches {
  /** Others have changed these collections of a sandbox that is open here; one that was replaced is opened anew. */
  readonly refreshed: (sandbox: Sandbox, collections: ReadonlySet<string>) => void;
}

export interface DerivedCachesParts {
  readonly scenarios: OpenedScenarios;
  readonly webhooks: Pick<OwnWebhooks, 'watch'>;
}

/** A part that keeps more of it adds a line here. */
export const toDerivedCaches = ({ scenarios, webhooks }: DerivedCachesParts): DerivedCaches => ({
  refreshed: (sandbox, collections) => {
    scenarios.scenarios.refreshed(sandbox, collections);
    if (collections.has(deliveries.name)) webhooks.watch.changed(sandbox.organization);
  },
});
