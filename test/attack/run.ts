import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Attack } from './attack.ts';
import { ATTACKS } from './attacks/all.ts';
import { boundsFor } from './bounds.ts';
import { HELP, readOptions } from './options.ts';
import { type Around, playAttack } from './play-attack.ts';
import { type RunningServer, startServer } from './server/start-server.ts';
import { createTenant } from './tenant/create-tenant.ts';
import { type Healthy, watchHealthy } from './tenant/watch-healthy.ts';
import { findPort } from '../support/find-port.ts';

// Starts the container's command, plays every attack with a healthy tenant beside it, and says what held. One line for
// each attack; the last line counts.

const options = readOptions(process.argv.slice(2));
const bounds = boundsFor(options.isShort);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const { only } = options;
const isChosen = ({ name, long }: Attack): boolean => {
  if (only !== undefined) return only.some((part) => name.includes(part));
  return long === undefined || !options.isShort;
};
const chosen = ATTACKS.filter(isChosen);

if (options.help || options.list) {
  say(options.help ? HELP : '');
  for (const { name, threat, wanted } of options.list ? ATTACKS : [])
    say(`${name}\n  ${threat}\n  Wanted: ${wanted}\n`);
  process.exit(0);
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-attack-'));
const tarpitPort = await findPort();
/** A receiver host for each; systems without these addresses have one. */
const tarpits = Array.from({ length: 12 }, (_, index) =>
  process.platform === 'linux' ? `127.0.1.${String(index + 1)}` : '127.0.0.1',
);

interface Place {
  readonly server: RunningServer | undefined;
  readonly healthy: Healthy | undefined;
}

let servers = 0;

const open = async ({ needs = {}, unattended }: Attack): Promise<Place> => {
  if (unattended) return { server: undefined, healthy: undefined };
  const { flags = [], keepsData = true } = needs;
  const receiverPort = await findPort();
  const allowed = [`127.0.0.1:${String(receiverPort)}`, ...tarpits.map((host) => `${host}:${String(tarpitPort)}`)];
  const data = path.join(folder, `data-${String(++servers)}`);
  const server = await startServer({
    folder,
    preload: ['hold-names.ts'],
    flags: [
      ...['--mode', 'hosted', '--public-url', 'https://stub.example'],
      ...(keepsData ? ['--data', data] : []),
      ...['--seed', options.seed, '--webhook-allow', allowed.join(',')],
      ...flags,
    ],
  });
  if (!server.isAlive()) throw new Error(`the server ${server.ending()}: ${server.log().slice(-400)}`);
  const tenant = await createTenant(server.url);
  const { deadline, patience } = bounds;
  const healthy = await watchHealthy({ ...tenant, url: server.url, receiverPort, deadline, patience });
  return { server, healthy };
};

const close = async ({ server, healthy }: Place): Promise<void> => {
  await healthy?.stop();
  await server?.stop();
};

let place: (Place & { readonly key: string }) | undefined;

/** The server of the attacks before, if it still lives and is like the one that this attack needs. */
const placeFor = async (attack: Attack): Promise<Place> => {
  const key = attack.needs?.alone ? attack.name : JSON.stringify([attack.needs ?? {}, attack.unattended ?? false]);
  if (place !== undefined && (place.key !== key || place.server?.isAlive() === false)) {
    await close(place);
    place = undefined;
  }
  place ??= { ...(await open(attack)), key };
  return place;
};

let withstood = 0;
/** What failed, said again at the end. */
const failures: string[] = [];

/** Whether it was withstood. */
const play = async (attack: Attack, mayRepeat: boolean): Promise<boolean> => {
  const lines: string[] = [];
  let hasDied = false;
  try {
    const { server, healthy } = await placeFor(attack);
    const { isShort, seed } = options;
    const around: Around = { server, healthy, bounds, seed, isShort, folder, tarpits, tarpitPort };
    const { faults, line } = await playAttack(attack, around);
    if (faults.length === 0) {
      say(`ok     ${attack.name}: ${line}`);
      return true;
    }
    lines.push(line, ...faults);
    hasDied = server?.isAlive() === false;
    if (hasDied) lines.push(server?.log().slice(-600) ?? '');
  } catch (error) {
    lines.push(error instanceof Error ? error.message : String(error));
  }
  // Its server would spoil the figures of the next.
  if (place !== undefined) await close(place);
  place = undefined;
  const text = `${attack.name}: ${lines.join('\n       ')}`;
  if (mayRepeat && !hasDied) {
    say(`again  ${text}`);
    return play(attack, false);
  }
  say(`FAILED ${text}`);
  failures.push(text);
  return false;
};

try {
  for (const attack of chosen)
    // The machine of the pipeline may be busy with something else: a bound that is broken once may be chance there.
    if (await play(attack, options.isShort)) withstood++;
  if (place !== undefined) await close(place);
} finally {
  await rm(folder, { recursive: true, force: true });
}

for (const failure of failures) say(`FAILED ${failure}`);
say(`${String(chosen.length)} attacks, ${String(withstood)} withstood, ${String(failures.length)} failed`);
process.exit(failures.length === 0 && chosen.length > 0 ? 0 : 1);
