import { defineRecords } from '../sandbox/collection.ts';
import { matching, object } from '../sandbox/record-schema.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Random } from '../../kernel/random.ts';

const ONLY = 'key';

/**
 * The secret part of the URLs of a sandbox's inboxes, so that they cannot be guessed. Stored with the sandbox's data:
 * the URLs survive a restart, and a copy of the sandbox has its own, because they also contain its name.
 */
export const inboxKeys = defineRecords('inbox-keys', object({ key: matching('^[0-9A-HJKMNP-TV-Z]{26}$') }), () => ONLY);

/** Undefined until the URL of an inbox is requested for the first time. */
export const findInboxKey = async (sandbox: Sandbox): Promise<string | undefined> =>
  (await sandbox.read((reading) => reading.get(inboxKeys, ONLY)))?.key;

/** Generates the key on first use. */
export const needInboxKey = async (sandbox: Sandbox, draw: (random: Random) => string): Promise<string> =>
  (await findInboxKey(sandbox)) ??
  sandbox.transact((work) => {
    const known = work.get(inboxKeys, ONLY);
    return (known ?? work.insert(inboxKeys, ({ random }) => ({ key: draw(random) }))).key;
  });
