import { digestOf, drawClientSecret } from '../../identity/client-directory.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import type { CreatedSandbox } from './created-sandbox.ts';
import { type VisitLimits, endFor } from './visit.ts';
import { freeClientId } from '../organization/clients.ts';
import { type SandboxWish, drawOrganization, drawSandboxId } from './draw-organization.ts';

interface SandboxMaking {
  readonly random: Random;
  readonly chance: CreatedSandbox['chance'];
  /** Default seed of a sandbox. */
  readonly seedOf: (sandbox: string, random: Random) => string;
  /** Milliseconds since the epoch, wall time. */
  readonly now: number;
  readonly visits: VisitLimits;
  readonly isTaken: (sandbox: string) => boolean;
}

/** A new client with its secret, which is returned only here. */
export interface NewClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A new sandbox and its clients. */
export const makeSandbox = (
  wish: SandboxWish,
  { random, chance, seedOf, now, visits, isTaken }: SandboxMaking,
): { readonly created: CreatedSandbox; readonly clients: readonly NewClient[] } => {
  let id = drawSandboxId(random);
  while (isTaken(id)) id = drawSandboxId(random);
  const clients: NewClient[] = [];
  for (let count = wish.clients ?? 1; count > 0; count -= 1) {
    const clientId = freeClientId(id, (one) => clients.some((client) => client.clientId === one));
    // The first client predates multiple clients, so its secret must not change.
    const own = clients.length === 0 ? random : random.split(clientId);
    clients.push({ clientId, clientSecret: drawClientSecret(own) });
  }
  return {
    clients,
    created: {
      organization: drawOrganization(id, wish, random),
      clients: clients.map(({ clientId, clientSecret }) => ({
        client: { clientId, enabled: true },
        secrets: { current: digestOf(clientSecret) },
      })),
      seed: wish.seed ?? seedOf(id, random),
      withFixtures: wish.fixtures ?? true,
      chance,
      createdAt: now,
      usedAt: now,
      ...(wish.visitor === undefined ? {} : { visit: { ...wish.visitor, endsAt: endFor(now, now, visits) } }),
    },
  };
};

/** A seed that cannot be guessed. */
export const drawSeed = (_sandbox: string, random: Random): string => drawUuid(random);
