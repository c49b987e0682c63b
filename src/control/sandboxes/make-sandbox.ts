import { digestOf, drawClientSecret } from '../../identity/client-directory.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Random } from '../../kernel/random.ts';
import { type CreatedSandbox, type Visit, type VisitLimits, endFor } from './created-sandbox.ts';
import { freeClientId } from '../organization/clients.ts';
import type { SandboxCreate } from '../../generated/control-schemas.ts';
import { type Organization, USUAL_ORGANIZATION } from '../../identity/organization.ts';
import { drawSeller } from '../organization/draw-seller.ts';

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

/** A sandbox as the server itself makes it: a caller of the control API cannot set these. */
export interface SandboxWish extends SandboxCreate {
  /** Undefined for a sandbox that is not for a visitor. */
  readonly visitor?: Omit<Visit, 'endsAt'>;
  readonly persona?: string;
}

const USUAL_SELLERS = 2;

const SLUG = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ids that cannot collide with those of the organizations file, and are short enough to read aloud. */
const drawSandboxId = (random: Random): string =>
  `sb-${Array.from({ length: 16 }, () => SLUG.charAt(random.integer(0, SLUG.length - 1))).join('')}`;

const drawOrganization = (
  sandbox: string,
  {
    name = `Sandbox ${sandbox}`,
    rateLimitTier = 'STANDARD',
    capabilities = {},
    sellers = USUAL_SELLERS,
    dpaAccepted = true,
    persona,
  }: SandboxWish,
  random: Random,
): Omit<Organization, 'clients'> => {
  const wished = typeof sellers === 'number' ? Array.from({ length: sellers }, () => ({})) : sellers;
  const drawn = wished.map((seller) => drawSeller(seller, random));
  return {
    uuid: drawUuid(random),
    sandbox,
    name,
    country: drawn[0]?.country ?? 'NL',
    dpaAccepted,
    rateLimitTier,
    capabilities: { ...USUAL_ORGANIZATION.capabilities, ...capabilities },
    administratorEmail: `admin@${sandbox}.example`,
    sellers: drawn,
    ...(persona === undefined ? {} : { persona }),
  };
};
