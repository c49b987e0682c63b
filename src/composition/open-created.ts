import { type CreatedSandboxes, openCreatedSandboxes } from '../control/sandboxes/created-sandboxes.ts';
import { drawSeed } from '../control/sandboxes/make-sandbox.ts';
import type { Replica } from '../engine/sandbox/replica.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import type { SharedAccess } from '../engine/sandbox/shared-access.ts';
import type { Store } from '../engine/sandbox/store.ts';
import { parseDuration } from '../kernel/duration.ts';
import type { PersistenceParts } from './persistence-parts.ts';
import type { RuntimeContext } from './runtime-context.ts';

interface CreatedParts {
  readonly store: Store;
  readonly sandboxes: () => Pick<Sandboxes, 'forget' | 'letGo' | 'usedAt'>;
  readonly usedElsewhere: SharedAccess['usedAt'] | undefined;
  readonly replica: Replica | undefined;
}

/** Sandboxes created at runtime, those that were stored included. */
export const openCreated = (
  { config, clock, after, observer, random, isHosted }: RuntimeContext,
  { known, reset }: Pick<PersistenceParts, 'known' | 'reset'>,
  { store, sandboxes, usedElsewhere, replica }: CreatedParts,
): Promise<CreatedSandboxes> =>
  openCreatedSandboxes({
    store,
    sandboxes,
    usedElsewhere,
    replica,
    clients: known.clients,
    limits: {
      count: config.maxSandboxes,
      perLink: config.sandboxesPerLink,
      minIdle: parseDuration(config.sandboxMinIdle),
      timeToLive: config.sandboxTtl === 'never' ? Infinity : parseDuration(config.sandboxTtl),
      visits: {
        timeToLive: parseDuration(config.visitorSandboxTtl),
        longest: parseDuration(config.visitorSandboxLimit),
      },
    },
    clock,
    after,
    observer,
    chance: isHosted ? 'real' : 'seeded',
    randomAt: (position) => random.split(`created-sandboxes/${String(position)}`),
    seedOf: isHosted ? drawSeed : (sandbox) => `${config.seed}/${sandbox}`,
    dropped: reset.everything,
  });
