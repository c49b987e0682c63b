import { defineCollection } from '../sandbox/collection.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Random } from '../../kernel/random.ts';

/**
 * What the addresses of a sandbox's inboxes hold besides its name, so that nobody guesses them. Kept among its data: the
 * addresses stay the same after a restart, and a copy of the sandbox has addresses of its own, with its own name in them.
 */
interface InboxKey {
  readonly key: string;
}

const ONLY = 'key';

const inboxKeys = defineCollection<InboxKey>('inbox-keys', () => ONLY);

/** Undefined as long as nobody has asked for the address of an inbox. */
export const findInboxKey = async (sandbox: Sandbox): Promise<string | undefined> =>
  (await sandbox.read((reading) => reading.get(inboxKeys, ONLY)))?.key;

/** Draws it when somebody first asks. */
export const needInboxKey = async (sandbox: Sandbox, draw: (random: Random) => string): Promise<string> =>
  (await findInboxKey(sandbox)) ??
  sandbox.transact(async (work) => {
    const known = await work.get(inboxKeys, ONLY);
    return (known ?? (await work.insert(inboxKeys, ({ random }) => ({ key: draw(random) })))).key;
  });
