import type { Assumed, Choices } from '../assumptions/register.ts';
import type { Clock } from '../../kernel/clock.ts';
import { problem } from '../problems/problem.ts';
import { type SandboxParts, createSandbox } from './create-sandbox.ts';
import type { Beginning, createInitialContents } from './initial-contents.ts';
import type { Replacement } from './live-state.ts';
import type { Quota } from './quota.ts';
import type { Sandbox, SandboxOwner } from './sandbox.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import { type SandboxState, STATE, states } from './sandbox-state.ts';
import type { Observer } from '../ports/ports.ts';
import type { Store } from './store.ts';

/** Beside what all sandboxes have in common. */
export interface OpenSandboxesParts extends Omit<
  SandboxParts,
  'id' | 'organization' | 'seed' | 'clock' | 'quota' | 'assumed'
> {
  readonly wall: Clock;
  /**
   * The owner of a sandbox, also of one that this process has not opened; undefined for data that is no sandbox, and for one
   * that was dropped while a call was in progress.
   */
  readonly ownerOf: (sandbox: string) => SandboxOwner | undefined;
  /** Converts choices, or undefined for a new sandbox. */
  readonly toAssumed: (choices: Choices | undefined) => Assumed;
  /** The quota of one sandbox: smaller if other data of its owner takes up space. */
  readonly quotaOf: (owner: SandboxOwner) => Promise<Quota>;
  /** Completes every sandbox when it is opened, before its first use. */
  readonly opened: (sandbox: Sandbox) => Promise<void>;
}

/** The sandboxes that are open in this process, one of each name. */
export const createOpenSandboxes = (parts: OpenSandboxesParts, initial: ReturnType<typeof createInitialContents>) => {
  const { store, wall } = parts;
  const ready = new Map<
    string,
    { readonly sandbox: Sandbox; readonly staleSandboxGuard: ReturnType<typeof createStaleSandboxGuard> }
  >();
  /** By the UUID of their organization. */
  const inUse = new Map<string, Sandbox>();
  const becoming = new Map<string, Promise<Sandbox>>();

  const checkExists = (sandbox: string): void => {
    if (parts.ownerOf(sandbox) === undefined)
      throw problem('sandbox-gone', { detail: `Sandbox ${sandbox} no longer exists.` });
  };

  const prepare = async (owner: SandboxOwner, beginning?: Beginning): Promise<Sandbox> => {
    const id = owner.sandbox;
    checkExists(id);
    const state = await store.transact(
      id,
      (transaction) =>
        (transaction.get(states.name, STATE) as SandboxState | undefined) ??
        initial.begin(transaction, owner, { beginning }),
    );
    const staleSandboxGuard = createStaleSandboxGuard(id, store, parts.observer);
    const sandbox = createSandbox({
      ...parts,
      quota: await parts.quotaOf(owner),
      id,
      organization: owner.uuid,
      seed: state.seed ?? initial.planOf(owner).seed,
      clock: createSandboxClock(wall, state.clock),
      assumed: parts.toAssumed(state.assumed),
      store: staleSandboxGuard.store,
      observer: staleSandboxGuard.observer,
    });
    await sandbox.refresh();
    await parts.organizationChanged(sandbox);
    await parts.opened(sandbox);
    ready.set(id, { sandbox, staleSandboxGuard });
    inUse.set(sandbox.organization, sandbox);
    return sandbox;
  };

  const takeOut = (id: string) => {
    const found = ready.get(id);
    ready.delete(id);
    if (found !== undefined) inUse.delete(found.sandbox.organization);
    return found;
  };

  /** Immediate: operations in progress are not awaited, since the guard rejects their effects. */
  const shut = (id: string): void => {
    const found = takeOut(id);
    found?.staleSandboxGuard.close();
    void found?.sandbox.close();
  };

  /** Serializes the operations that open a sandbox; concurrent callers await the last one. */
  const become = (owner: SandboxOwner, work: () => Promise<Sandbox>): Promise<Sandbox> => {
    const id = owner.sandbox;
    const former = becoming.get(id);
    const promise = (former === undefined ? work() : former.then(work, work)).finally(() => {
      if (becoming.get(id) === promise) becoming.delete(id);
    });
    becoming.set(id, promise);
    return promise;
  };

  /** Closes a sandbox, lets `fill` replace its stored contents, and opens what is stored then. */
  const change = (
    owner: SandboxOwner,
    by: Replacement,
    fill: () => Promise<void>,
    /** Renews what is kept of the sandbox beside its stored contents. */
    renew: () => void,
    beginning?: Beginning,
  ) =>
    become(owner, async () => {
      shut(owner.sandbox);
      await fill();
      const sandbox = await prepare(owner, beginning);
      parts.changes.tell({ kind: 'replaced', sandbox, by });
      renew();
      return sandbox;
    });

  return {
    /** Opens it if it is not open; synchronous if it is. */
    find: (owner: SandboxOwner): Sandbox | Promise<Sandbox> =>
      becoming.get(owner.sandbox) ?? ready.get(owner.sandbox)?.sandbox ?? become(owner, () => prepare(owner)),
    /** By name; undefined if it is not open. */
    opened: (id: string) => ready.get(id)?.sandbox,
    inUse,
    change,
    /** Closes it, also if it is just being opened. */
    letGo: async (id: string) => {
      shut(id);
      await becoming.get(id)?.catch(() => undefined);
      shut(id);
    },
    /** What was read of a sandbox that is being replaced is neither the former nor the new one: throws 503. */
    checkIsStill: (sandbox: Sandbox) => {
      if (ready.get(sandbox.id)?.sandbox !== sandbox) throw replacedMeanwhile(sandbox.id);
    },
    /** Closes all. Resolves when nothing uses the store any more. */
    close: async () => {
      await Promise.allSettled(becoming.values());
      await Promise.all([...ready.keys()].map(async (id) => takeOut(id)?.sandbox.close()));
    },
  };
};

const replacedMeanwhile = (id: string): Error =>
  problem('unavailable', {
    detail: `Sandbox ${id} was reset, replaced or dropped while this request was in progress. The request had no effect: retry it.`,
    headers: { 'retry-after': '1' },
  });

/**
 * Isolates a closed sandbox from its successor: a request in progress when the sandbox was reset, replaced or dropped
 * ends with 503 and without effect, and a running job ends silently.
 */
const createStaleSandboxGuard = (id: string, store: Store, observer: Pick<Observer, 'failed'>) => {
  let isClosed = false;
  const gone = replacedMeanwhile(id);
  return {
    store: {
      ...store,
      // Checked inside the transaction: only then is it certain that no close can intervene.
      transact: (sandbox, work) =>
        store.transact(sandbox, (transaction) => (isClosed ? Promise.reject(gone) : work(transaction))),
      read: (sandbox, work) => store.read(sandbox, (reader) => (isClosed ? Promise.reject(gone) : work(reader))),
    } satisfies Store,
    observer: {
      failed: (error, traceId) => {
        if (error !== gone) observer.failed(error, traceId);
      },
    } satisfies Pick<Observer, 'failed'>,
    /** Rejects all access from now on. */
    close: () => {
      isClosed = true;
    },
  };
};
