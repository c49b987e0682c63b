import type { Clock } from '../../kernel/clock.ts';
import type { InitialContents } from './initial-contents.ts';
import type { OpenSandboxes } from './open-sandboxes.ts';
import {
  type SandboxContents,
  type SandboxState,
  STATE,
  stateIn,
  states,
  toState,
  withState,
  withoutState,
} from './sandbox-state.ts';
import type { Sandbox, SandboxOwner } from './sandbox.ts';
import type { SlicedWork } from './sliced-work.ts';
import type { Dump, Store, StoreTransaction } from './store.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Reads and replaces the contents of sandboxes as a whole. */
export type WholeContents = ReturnType<typeof createWholeContents>;

interface WholeContentsParts {
  readonly store: Store;
  /** An empty store of its own, whose contents are thrown away. */
  readonly createScratch: () => Pick<Store, 'transact'>;
  readonly wall: Clock;
  /** See {@link InitialContentsParts}. */
  readonly frozenAt?: number | undefined;
  readonly slicedWork?: SlicedWork;
  readonly initial: InitialContents;
  readonly open: Pick<OpenSandboxes, 'change' | 'checkIsStill'>;
  readonly of: (owner: SandboxOwner) => Sandbox | Promise<Sandbox>;
  /** Renews what is live of a sandbox whose contents were replaced. */
  readonly renew: (owner: SandboxOwner) => void;
}

export const createWholeContents = (parts: WholeContentsParts) => {
  const { store, wall, initial, open, of } = parts;

  /** What `fill` writes in an empty sandbox. */
  const dumpOf = (fill: (transaction: StoreTransaction) => Promise<unknown>): Promise<Dump> =>
    parts.createScratch().transact('', async (transaction) => {
      await fill(transaction);
      return transaction.dump();
    });

  return {
    contentsOf: async (owner: SandboxOwner): Promise<SandboxContents> => {
      const sandbox = await of(owner);
      const { clock } = sandbox;
      const dump = await store.dump(owner.sandbox, parts.slicedWork?.pauses());
      open.checkIsStill(sandbox);
      const { seed = initial.planOf(owner).seed, assumed } = stateIn(dump) ?? {};
      const at = { now: clock.now(), frozen: clock.setting().kind === 'frozen' };
      return { seed, clock: at, assumed, dump: withoutState(dump) };
    },
    /** The initial contents of the sandbox, regenerated, with its creation time. */
    beginningOf: async (
      owner: SandboxOwner,
    ): Promise<{ readonly createdAt: number; readonly contents: SandboxContents }> => {
      const sandbox = await of(owner);
      const state = await store.read(owner.sandbox, (reader) => reader.get(states.name, STATE));
      open.checkIsStill(sandbox);
      const { createdAt, populatedAt, seed = initial.planOf(owner).seed } = state as SandboxState;
      const dump = await dumpOf((transaction) => initial.begin(transaction, owner, { at: populatedAt ?? createdAt }));
      const clock = { now: parts.frozenAt ?? createdAt, frozen: parts.frozenAt !== undefined };
      return { createdAt, contents: { seed, clock, dump: withoutState(dump) } };
    },
    /** Replaces the contents atomically. `renew`: what is done of live states in place of their reset. */
    replace: (owner: SandboxOwner, contents: SandboxContents, renew: () => void = () => parts.renew(owner)) =>
      open.change(owner, 'import', {
        fill: async () => {
          const dump = withState(contents.dump, toState(contents, wall.now()));
          await store.replace(owner.sandbox, dump, parts.slicedWork?.pauses());
        },
        renew,
      }),
    /** Replaces the contents atomically with what `populate` makes at the present of the sandbox; its clock goes on. */
    refill: async (
      owner: SandboxOwner,
      { seed, populate }: { readonly seed: string; readonly populate: (work: UnitOfWork) => Promise<void> },
    ): Promise<{ readonly sandbox: Sandbox; readonly dump: Dump }> => {
      const { clock } = await of(owner);
      const now = clock.now();
      const dump = await dumpOf((transaction) => populate(initial.beginWork(transaction, now, seed)));
      const sandbox = await open.change(owner, 'import', {
        fill: () => {
          const state = { clock: clock.setting(), seed, createdAt: wall.now() };
          return store.replace(owner.sandbox, withState(dump, state), parts.slicedWork?.pauses());
        },
        renew: () => {
          parts.renew(owner);
        },
      });
      return { sandbox, dump };
    },
  };
};
