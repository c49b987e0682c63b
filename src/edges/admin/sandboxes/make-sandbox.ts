import { digestOf, drawClientSecret } from '../../../identity/client-directory.ts';
import { drawUuid } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import type { CreatedSandbox } from './created-sandbox.ts';
import { type SandboxWish, drawOrganization, drawSandboxId } from './draw-organization.ts';

export interface SandboxMaking {
  readonly random: Random;
  readonly chance: CreatedSandbox['chance'];
  /** The seed of a sandbox that was given none. */
  readonly seedOf: (sandbox: string, random: Random) => string;
  /** Milliseconds since the epoch, wall time. */
  readonly now: number;
  readonly isTaken: (sandbox: string) => boolean;
}

/** A new sandbox with one client; the client's secret is handed over here, and nowhere else. */
export const makeSandbox = (
  wish: SandboxWish,
  { random, chance, seedOf, now, isTaken }: SandboxMaking,
): { readonly created: CreatedSandbox; readonly secret: string } => {
  let id = drawSandboxId(random);
  while (isTaken(id)) id = drawSandboxId(random);
  const secret = drawClientSecret(random);
  return {
    secret,
    created: {
      organization: drawOrganization(id, wish, random),
      clients: [{ client: { clientId: `api-client-${id}`, enabled: true }, secrets: { current: digestOf(secret) } }],
      seed: wish.seed ?? seedOf(id, random),
      withFixtures: wish.fixtures ?? true,
      chance,
      createdAt: now,
      usedAt: now,
    },
  };
};

/** A seed that nobody knows. */
export const drawSeed = (_sandbox: string, random: Random): string => drawUuid(random);
