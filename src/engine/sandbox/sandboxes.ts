import type { Clock } from '../../kernel/clock.ts';
import type { After, Observer } from '../ports.ts';
import { defineCollection } from './collection.ts';
import { createUnitOfWork } from './create-unit-of-work.ts';
import type { JobHandlers } from './job.ts';
import type { Quota } from './quota.ts';
import { type Sandbox, createSandbox } from './sandbox.ts';
import { type ClockSetting, createSandboxClock } from './sandbox-clock.ts';
import type { Store } from './store.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Who a sandbox is made for: an organization, with whatever its fixtures are chosen by. */
export interface SandboxOwner {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** UUID of the organization. */
  readonly uuid: string;
}

/** What a sandbox knows of itself; kept among its own data, so that it comes and goes with them. */
export interface SandboxState {
  readonly clock: ClockSetting;
  /** Milliseconds since the epoch, wall time. */
  readonly createdAt: number;
}

const states = defineCollection<SandboxState>('sandbox', () => 'state');

/** The sandboxes that are in use, made ready when somebody first needs them. */
export interface Sandboxes {
  /** At once when it is in use already. */
  readonly of: (owner: SandboxOwner) => Sandbox | Promise<Sandbox>;
  /** Keeps how the clock of a sandbox stands, after it was set. */
  readonly keepClock: (sandbox: Sandbox) => Promise<void>;
  /** Empties a sandbox; the next use finds it as new. */
  readonly forget: (owner: SandboxOwner) => Promise<void>;
  /** Those that are in use, by the UUID of their organization. */
  readonly inUse: ReadonlyMap<string, Sandbox>;
  readonly close: () => Promise<void>;
}

export interface SandboxesParts {
  readonly store: Store;
  readonly wall: Clock;
  readonly seed: string;
  readonly quota: Quota;
  readonly handlers: JobHandlers;
  readonly after: After;
  readonly observer: Pick<Observer, 'failed'>;
  /** Puts the fixtures of its owner into a new sandbox. */
  readonly populate: (work: UnitOfWork, owner: SandboxOwner) => Promise<void>;
  readonly emitted?: (sandbox: Sandbox) => void;
}

const NO_LIMIT: Quota = { documents: Infinity, bytes: Infinity };

export const createSandboxes = (parts: SandboxesParts): Sandboxes => {
  const { store, wall } = parts;
  const ready = new Map<string, Sandbox>();
  const inUse = new Map<string, Sandbox>();
  const becoming = new Map<string, Promise<Sandbox>>();

  const seedOf = (owner: SandboxOwner): string => `${parts.seed}/${owner.sandbox}`;

  const prepare = async (owner: SandboxOwner): Promise<Sandbox> => {
    const id = owner.sandbox;
    const state = await store.transact(id, async (transaction) => {
      const known = (await transaction.get(states.name, 'state')) as SandboxState | undefined;
      if (known !== undefined) return known;
      const traces = { jobsChanged: false, emitted: [] };
      const work = createUnitOfWork(transaction, wall.now(), { seed: seedOf(owner), quota: NO_LIMIT, traces });
      await parts.populate(work, owner);
      const fresh: SandboxState = { clock: { kind: 'running', offset: 0 }, createdAt: wall.now() };
      return work.insert(states, () => fresh);
    });
    const sandbox = createSandbox({
      ...parts,
      id,
      organization: owner.uuid,
      seed: seedOf(owner),
      clock: createSandboxClock(wall, state.clock),
    });
    await sandbox.refresh();
    ready.set(id, sandbox);
    inUse.set(sandbox.organization, sandbox);
    return sandbox;
  };

  const close = (id: string): void => {
    const sandbox = ready.get(id);
    if (sandbox === undefined) return;
    sandbox.close();
    ready.delete(id);
    inUse.delete(sandbox.organization);
  };

  return {
    of: (owner) => {
      const sandbox = ready.get(owner.sandbox);
      if (sandbox !== undefined) return sandbox;
      let promise = becoming.get(owner.sandbox);
      if (promise === undefined) {
        promise = prepare(owner).finally(() => becoming.delete(owner.sandbox));
        becoming.set(owner.sandbox, promise);
      }
      return promise;
    },
    keepClock: async (sandbox) => {
      await sandbox.transact(async (work) => {
        const state = await work.get(states, 'state');
        if (state !== undefined) await work.update(states, state, { ...state, clock: sandbox.clock.setting() });
      });
    },
    forget: async ({ sandbox: id }) => {
      close(id);
      await store.clear(id);
    },
    inUse,
    close: async () => {
      for (const id of [...ready.keys()]) close(id);
      await store.close();
    },
  };
};
