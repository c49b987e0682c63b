import type { LiveTexts, Peer } from '../../engine/sandbox/shared-access.ts';
import { SandboxMoved, StoreError } from '../../engine/sandbox/store.ts';
import type { After, NextTurn } from '../../kernel/timers.ts';
import type { HomeDatabase, HomeOwner } from './home-database.ts';

/** What became of a question whether the home would leave. */
export type Leaving = 'left' | 'gone' | 'lost';

export interface HomesParts {
  readonly database: Pick<HomeDatabase, 'claim' | 'ownerOf' | 'release' | 'name'>;
  readonly replica: HomeReplica;
  /** Asks another server to leave a sandbox. */
  readonly askToLeave: (peer: Peer, home: string) => Promise<Leaving>;
  readonly elapsed: () => number;
  readonly after: After;
  readonly nextTurn: NextTurn;
}

/** This server among those that use the database. */
export interface HomeReplica {
  /** Whether no other server can have taken over what is its own. */
  readonly isSure: () => boolean;
  /** Grows whenever it became sure again: another server may have been the home meanwhile, whoever has noticed. */
  readonly lapses: () => number;
  /** Renews what that rests on. */
  readonly look: () => Promise<unknown>;
}

const isPeer = (owner: HomeOwner): owner is Peer => owner.url !== null;

/** Milliseconds for which a home is asked for: longer than the lease of one that stands still. */
const PATIENCE = 10_000;

/** Milliseconds between two attempts. */
const AGAIN = 100;

/**
 * Which sandboxes this server holds in memory (the grain directory of Microsoft Orleans, on a database). Each claim raises
 * the term of the sandbox, and all that is written names the term: a former home writes nothing any more.
 */
export const createHomes = (
  { database, replica, askToLeave, elapsed, after, nextTurn }: HomesParts,
  /** Called with what is kept of a sandbox beside its documents, before its home works on it. */
  claimed: (home: string, live: LiveTexts) => Promise<void>,
) => {
  const terms = new Map<string, number>();
  const underWay = new Map<string, Promise<number | undefined>>();
  /** Those that are given up with the next statement: a server that ends has many. */
  let releasing: ReturnType<typeof releaseSoon> | undefined;
  /** Until they have been given up: a claim meanwhile would be taken back, and its server would not know. */
  const releases = new Map<string, Promise<void>>();
  let isClosed = false;

  const claim = async (home: string, asks: boolean): Promise<number | undefined> => {
    await releases.get(home)?.catch(() => undefined);
    const began = elapsed();
    let gone: string | undefined;
    for (;;) {
      if (isClosed) throw new SandboxMoved('this server ends, and takes over no sandbox');
      // A server that stood still is heard of again at once.
      if (!replica.isSure()) await replica.look();
      const lapses = replica.lapses();
      const { term, live, owner } = await database.claim(home, gone);
      // The lease may have ended meanwhile: then another one may have claimed it since.
      checkSure(lapses);
      if (term !== undefined) {
        await claimed(home, live);
        checkSure(lapses);
        terms.set(home, term);
        return term;
      }
      if (!asks) return undefined;
      const outcome = await ask(owner, home);
      gone = outcome === 'gone' ? owner?.id : undefined;
      if (elapsed() - began > PATIENCE)
        throw new SandboxMoved(`the sandbox ${home} is at another server, which does not answer`);
      if (outcome === 'lost') await new Promise<void>((resolve) => after(AGAIN, resolve));
    }
  };

  /** One that does not listen yet does so in a moment. */
  const ask = async (owner: HomeOwner | undefined, home: string): Promise<Leaving> => {
    if (owner === undefined) return 'left';
    return isPeer(owner) ? askToLeave(owner, home) : 'lost';
  };

  const releaseSoon = () => {
    const gathered = new Map<string, number>();
    const done = new Promise<void>(nextTurn).then(async () => {
      releasing = undefined;
      await database.release(gathered);
    });
    return { homes: gathered, done };
  };

  const claimOnce = (home: string, asks: boolean): Promise<number | undefined> => {
    let claiming = underWay.get(home);
    if (claiming === undefined) {
      claiming = claim(home, asks).finally(() => underWay.delete(home));
      underWay.set(home, claiming);
    }
    return claiming;
  };

  const checkSure = (lapses: number): void => {
    if (!replica.isSure() || replica.lapses() !== lapses) throw notSure(database.name);
  };

  return {
    /** The term of this server's claim; undefined if it is not the home. */
    termOf: (home: string) => terms.get(home),
    all: () => terms.keys(),
    /** Becomes the home, if need be by asking the present one to leave, and returns the term. */
    claim: async (home: string): Promise<number> => {
      for (;;) {
        // The one under way may be one that asks nobody.
        const term = terms.get(home) ?? (await claimOnce(home, true));
        if (term !== undefined) return term;
      }
    },
    /** The same, unless another server that lives is the home: undefined then. */
    claimIfFree: async (home: string) => terms.get(home) ?? claimOnce(home, false),
    /** The server that is the home now, if it is another one that lives. */
    ownerOf: async (home: string): Promise<Peer | undefined> => {
      const owner = await database.ownerOf(home);
      return owner !== undefined && isPeer(owner) ? owner : undefined;
    },
    /** Resolves when no claim of it is under way. */
    settled: async (home: string) => underWay.get(home)?.catch(() => undefined),
    /** Gives a home up in the database; what it has written must be durable. */
    release: async (home: string): Promise<void> => {
      const term = terms.get(home);
      if (term === undefined) return;
      releasing ??= releaseSoon();
      releasing.homes.set(home, term);
      terms.delete(home);
      const { done } = releasing;
      releases.set(home, done);
      await done.finally(() => {
        if (releases.get(home) === done) releases.delete(home);
      });
    },
    /** Another server has become the home, or may have. */
    lose: (home: string): void => {
      terms.delete(home);
    },
    /** Claims are refused from now on. */
    close: (): void => {
      isClosed = true;
    },
  };
};

/** Another server may have taken over: nothing that is in memory may be told. */
export const notSure = (name: string): StoreError =>
  new StoreError(`${name} has not confirmed for seconds that this server is running`, { fault: 'unreachable' });
