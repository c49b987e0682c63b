import type { Observer } from '../../engine/ports/ports.ts';
import type { After } from '../../kernel/timers.ts';
import type { SandboxOwner, SandboxPlan, Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientDirectory, ClientEntry, Rotation } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Random } from '../../kernel/random.ts';
import { type CreatedSandbox, createCreatedSandboxRepository, idOf } from './created-sandbox.ts';
import type { SandboxWish } from './draw-organization.ts';
import { type NewClient, makeSandbox } from './make-sandbox.ts';
import { type SandboxLimits, full } from './sandbox-limits.ts';
import { endFor, latestEndOf, notVisited } from './visit.ts';

/** Response for a new sandbox: the only one that contains its secrets. */
export interface Creation {
  readonly organization: Organization;
  /** At least one client. */
  readonly clients: readonly NewClient[];
}

/** Sandboxes created and dropped at runtime. */
export interface CreatedSandboxes {
  readonly create: (wish: SandboxWish) => Promise<Creation>;
  readonly find: (sandbox: string) => CreatedSandbox | undefined;
  /** Drops a sandbox with all its data; false if it does not exist. */
  readonly drop: (sandbox: string) => Promise<boolean>;
  readonly lifeOf: (created: CreatedSandbox) => SandboxLife;
  /** Moves the end of a visitor's sandbox; 409 if it is not one. */
  readonly keep: (sandbox: string) => Promise<void>;
  /** Gives any client of the directory a new secret, and stores that of a created client. */
  readonly rotateSecret: (clientId: string, window: number, endsTokens?: boolean) => Promise<Rotation>;
  /** Stores the clients of a created sandbox as they are in the directory. */
  readonly keepClients: (sandbox: string) => Promise<void>;
  readonly planOf: (owner: SandboxOwner) => SandboxPlan | undefined;
  /** Drops expired sandboxes and persists when the others were used. */
  readonly tidy: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Milliseconds since the epoch, wall time. */
export interface SandboxLife {
  readonly usedAt: number;
  /** When it expires: if idle, or if it is a visitor's in any case; undefined if it never expires. */
  readonly endsAt: number | undefined;
  /** Until when a visitor's sandbox can be kept; undefined for any other. */
  readonly latestEndsAt: number | undefined;
}

export interface CreatedSandboxesParts {
  readonly store: Store;
  readonly clients: ClientDirectory;
  /** Called only after startup: sandboxes are created with the plans of this directory. */
  readonly sandboxes: () => Pick<Sandboxes, 'forget' | 'usedAt'>;
  readonly limits: SandboxLimits;
  readonly clock: Clock;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  readonly chance: CreatedSandbox['chance'];
  /** Random source of the sandbox with this number. */
  readonly randomAt: (position: number) => Random;
  /** Default seed of a sandbox. */
  readonly seedOf: (sandbox: string, random: Random) => string;
  /** Called with the organization of a dropped sandbox. */
  readonly dropped: (organization: Organization) => void;
}

/** Milliseconds after which the last use is persisted again: a restart may lose this much. */
const COARSE = 3_600_000;

/** Interval of the expiry check in milliseconds. */
const ROUND = 600_000;

/** The same at the end of a visitor's sandbox: a store that fails is not asked at once again. */
const SOONEST = 1000;

export const openCreatedSandboxes = async (parts: CreatedSandboxesParts): Promise<CreatedSandboxes> => {
  const { clients, limits, clock, observer } = parts;
  const repository = createCreatedSandboxRepository(parts.store);
  const known = new Map<string, CreatedSandbox>();
  let turn: Promise<unknown> = Promise.resolve();
  let timer: { readonly cancel: () => void } | undefined;
  let closed = false;

  /** Serializes changes, so that two concurrent creations cannot both take the last place. */
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

  const hasEnded = ({ visit }: CreatedSandbox): boolean => visit !== undefined && visit.endsAt <= clock.now();

  const idleOf = (created: CreatedSandbox): number => clock.now() - usedAt(created);

  const drop = async (created: CreatedSandbox): Promise<void> => {
    const id = idOf(created);
    const organization = clients.findBySandbox(id);
    known.delete(id);
    // Order: clients, data, record, so that a crash in between leaves no orphaned data.
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
      if (hasEnded(created) || idleOf(created) >= limits.timeToLive) await drop(created);
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

  const make = (wish: SandboxWish, random: Random) =>
    makeSandbox(wish, {
      random,
      seedOf: parts.seedOf,
      chance: parts.chance,
      now: clock.now(),
      visits: limits.visits,
      isTaken: (id) => clients.findBySandbox(id) !== undefined,
    });

  const create = async (wish: SandboxWish): Promise<Creation> => {
    await makeRoom();
    let newClients: readonly NewClient[] = [];
    const created = await repository.add((position) => {
      const made = make(wish, parts.randomAt(position));
      newClients = made.clients;
      return made.created;
    });
    enter(created);
    rewind();
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

  const rotateSecret = async (clientId: string, window: number, endsTokens?: boolean): Promise<Rotation> => {
    const before = clients.secretsOf(clientId);
    const created = known.get(clients.find(clientId)?.organization.sandbox ?? '');
    const rotation = clients.rotateSecret(clientId, window, endsTokens);
    if (created === undefined) return rotation;
    try {
      await keepClients(created);
      return rotation;
    } catch (error) {
      // The new secret was never shown, so the client keeps its old one.
      if (before !== undefined) clients.setSecrets(clientId, before);
      throw error;
    }
  };

  /** Until the next round, or the end of a visitor's sandbox before it. */
  const untilNext = (): number => {
    const ends = [...known.values()].flatMap(({ visit }) => (visit === undefined ? [] : [visit.endsAt - clock.now()]));
    return Math.max(Math.min(ROUND, ...ends), SOONEST);
  };

  const wind = (): void => {
    timer = parts.after(untilNext(), () => {
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

  const rewind = (): void => {
    if (closed) return;
    timer?.cancel();
    wind();
  };

  const keep = async (sandbox: string): Promise<void> => {
    const created = known.get(sandbox);
    if (created?.visit === undefined) throw notVisited(sandbox);
    const endsAt = endFor(created.createdAt, clock.now(), limits.visits);
    // A clock that was set back, or a shorter limit, takes nothing away from the visitor.
    if (endsAt <= created.visit.endsAt) return;
    await replace({ ...created, visit: { ...created.visit, endsAt } });
    rewind();
  };

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
      const endsAt = Math.min(used + limits.timeToLive, created.visit?.endsAt ?? Infinity);
      return {
        usedAt: used,
        endsAt: endsAt === Infinity ? undefined : endsAt,
        latestEndsAt: created.visit && latestEndOf(created.createdAt, limits.visits),
      };
    },
    keep: (sandbox) => inTurn(() => keep(sandbox)),
    rotateSecret: (clientId, window, endsTokens) => inTurn(() => rotateSecret(clientId, window, endsTokens)),
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
