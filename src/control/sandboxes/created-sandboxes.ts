import type { Observer } from '../../engine/ports/ports.ts';
import type { After } from '../../kernel/timers.ts';
import type { SandboxOwner, SandboxPlan, Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientDirectory, ClientEntry, Rotation } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { type CreatedSandbox, createCreatedSandboxRepository, idOf } from './created-sandbox.ts';
import type { SandboxOptions } from './draw-organization.ts';
import { type NewClient, makeSandbox } from './make-sandbox.ts';
import { type SandboxLimits, full } from './sandbox-limits.ts';

/** What a new sandbox answers: the one time that its secrets are known. */
export interface Creation {
  readonly organization: Organization;
  /** One at least. */
  readonly clients: readonly NewClient[];
}

/** Sandboxes that come and go while the server runs. */
export interface CreatedSandboxes {
  readonly create: (wish: SandboxOptions) => Promise<Creation>;
  readonly find: (sandbox: string) => CreatedSandbox | undefined;
  /** Drops one with everything that it holds; false when there is none. */
  readonly drop: (sandbox: string) => Promise<boolean>;
  /** When it was last used, and when it expires if it is not used again; undefined when it never expires. */
  readonly lifeOf: (created: CreatedSandbox) => { readonly usedAt: number; readonly endsAt: number | undefined };
  /** Gives any client of the directory a new secret, and keeps that of a created one. */
  readonly rotateSecret: (clientId: string, window: number) => Promise<Rotation>;
  /** Keeps the clients of a created sandbox as the directory has them. */
  readonly keepClients: (sandbox: string) => Promise<void>;
  readonly planOf: (owner: SandboxOwner) => SandboxPlan | undefined;
  /** Drops those whose time is over, and writes down when the others were used. */
  readonly tidy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface CreatedSandboxesParts {
  readonly store: Store;
  readonly clients: ClientDirectory;
  /** Called after the start only: sandboxes are created with the plans of this directory. */
  readonly sandboxes: () => Pick<Sandboxes, 'forget' | 'usedAt'>;
  readonly limits: SandboxLimits;
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  readonly chance: CreatedSandbox['chance'];
  /** What the sandbox with this number is drawn from. */
  readonly randomAt: (position: number) => Random;
  /** The seed of a sandbox that was given none. */
  readonly seedOf: (sandbox: string, random: Random) => string;
  /** Hears of an organization whose sandbox was dropped. */
  readonly dropped: (organization: Organization) => void;
}

/** The last use is written down when what is written is so old: a restart may forget as much. */
const COARSE = 3_600_000;

/** How often the time is looked at. */
const ROUND = 600_000;

export const openCreatedSandboxes = async (parts: CreatedSandboxesParts): Promise<CreatedSandboxes> => {
  const { clients, limits, clock, observer } = parts;
  const repository = createCreatedSandboxRepository(parts.store);
  const known = new Map<string, CreatedSandbox>();
  let turn: Promise<unknown> = Promise.resolve();
  let timer: { readonly cancel: () => void } | undefined;
  let closed = false;

  /** One change after the other, so that two who create at once do not both take the last place. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work, work);
    turn = result.catch(() => undefined);
    return result;
  };

  const enter = (created: CreatedSandbox): void => {
    known.set(idOf(created), created);
    clients.add(created.organization, created.clients);
  };

  for (const created of await repository.all())
    if (parts.chance === 'seeded' || created.chance === 'real') enter(created);

  const usedAt = (created: CreatedSandbox): number =>
    Math.max(created.usedAt, parts.sandboxes().usedAt(idOf(created)) ?? 0);

  const idleOf = (created: CreatedSandbox): number => clock.now() - usedAt(created);

  const drop = async (created: CreatedSandbox): Promise<void> => {
    const id = idOf(created);
    const organization = clients.findBySandbox(id);
    known.delete(id);
    // First its clients are forgotten, then its data, and last its record: a crash in between leaves no orphaned data.
    clients.remove(created.organization.uuid);
    await parts.sandboxes().forget({ sandbox: id, uuid: created.organization.uuid });
    await repository.remove(created);
    if (organization !== undefined) parts.dropped(organization);
  };

  const replace = async (created: CreatedSandbox): Promise<void> => {
    await repository.update(created);
    if (known.has(idOf(created))) known.set(idOf(created), created);
  };

  const tidy = async (): Promise<void> => {
    for (const created of [...known.values()]) {
      if (idleOf(created) >= limits.timeToLive) await drop(created);
      else if (usedAt(created) - created.usedAt >= COARSE) await replace({ ...created, usedAt: usedAt(created) });
    }
  };

  const makeRoom = async (): Promise<void> => {
    await tidy();
    while (known.size >= limits.count) {
      const [oldest] = [...known.values()].sort((a, b) => usedAt(a) - usedAt(b));
      if (oldest === undefined || idleOf(oldest) < limits.minIdle) throw full(limits, oldest && usedAt(oldest));
      await drop(oldest);
    }
  };

  const make = (wish: SandboxOptions, random: Random) =>
    makeSandbox(wish, {
      random,
      seedOf: parts.seedOf,
      chance: parts.chance,
      now: clock.now(),
      isTaken: (id) => clients.findBySandbox(id) !== undefined,
    });

  const create = async (wish: SandboxOptions): Promise<Creation> => {
    await makeRoom();
    let newClients: readonly NewClient[] = [];
    const created = await repository.add((position) => {
      const made = make(wish, parts.randomAt(position));
      newClients = made.clients;
      return made.created;
    });
    enter(created);
    const organization = clients.findBySandbox(idOf(created));
    if (organization === undefined) throw new Error(`sandbox ${idOf(created)} is not known`);
    return { organization, clients: newClients };
  };

  const keepClients = async (created: CreatedSandbox): Promise<void> => {
    const entries = clients.clientsOf(created.organization.uuid).flatMap((clientId): ClientEntry[] => {
      const client = clients.find(clientId)?.client;
      const secrets = clients.secretsOf(clientId);
      return client === undefined || secrets === undefined ? [] : [{ client, secrets }];
    });
    await replace({ ...created, clients: entries });
  };

  const rotateSecret = async (clientId: string, window: number): Promise<Rotation> => {
    const before = clients.secretsOf(clientId);
    const created = known.get(clients.find(clientId)?.organization.sandbox ?? '');
    const rotation = clients.rotateSecret(clientId, window);
    if (created === undefined) return rotation;
    try {
      await keepClients(created);
      return rotation;
    } catch (error) {
      // The new secret was never shown, so the client keeps the one that it has.
      if (before !== undefined) clients.setSecrets(clientId, before);
      throw error;
    }
  };

  const wind = (): void => {
    timer = parts.after(ROUND, () => {
      inTurn(tidy)
        .catch((error: unknown) => {
          observer.failed(error, '');
        })
        .finally(() => {
          if (!closed) wind();
        });
    });
  };
  wind();

  return {
    create: (wish) => inTurn(() => create(wish)),
    find: (sandbox) => known.get(sandbox),
    drop: (sandbox) =>
      inTurn(async () => {
        const created = known.get(sandbox);
        if (created !== undefined) await drop(created);
        return created !== undefined;
      }),
    lifeOf: (created) => {
      const used = usedAt(created);
      return { usedAt: used, endsAt: limits.timeToLive === Infinity ? undefined : used + limits.timeToLive };
    },
    rotateSecret: (clientId, window) => inTurn(() => rotateSecret(clientId, window)),
    keepClients: (sandbox) =>
      inTurn(async () => {
        const created = known.get(sandbox);
        if (created !== undefined) await keepClients(created);
      }),
    planOf: ({ sandbox }) => {
      const created = known.get(sandbox);
      return created === undefined ? undefined : { seed: created.seed, withFixtures: created.withFixtures };
    },
    tidy: () => inTurn(tidy),
    close: async () => {
      closed = true;
      timer?.cancel();
      await inTurn(async () => {
        for (const created of known.values())
          if (usedAt(created) > created.usedAt) await repository.update({ ...created, usedAt: usedAt(created) });
      });
    },
  };
};
