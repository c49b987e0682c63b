import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createOrderOf } from '../create-order-of.ts';
import type { Kind } from '../kind.ts';
import { mutateDocument } from '../mutate-document.ts';
import { readBack } from './json.ts';

const withoutChecksum = (text: string): Record<string, unknown> => {
  const document = JSON.parse(text) as Record<string, unknown>;
  delete document['checksum'];
  return document;
};

/** Records in their order, as an export has them. */
const renumber = (collection: unknown): unknown => {
  const { documents } = Object(collection) as { documents?: unknown };
  if (!Array.isArray(documents)) return collection;
  const numbered = documents.map((record, index) => ({ ...(Object(record) as object), position: index + 1 }));
  return { last: numbered.length, documents: numbered };
};

export const state: Kind = {
  name: 'state',
  limit: 16 * 1_048_576 - 64,
  read: async ({ send, tenant: { token } }) => (await send({ path: '/__admin/state', token })).text,
  draw: (random, from) => {
    const document = withoutChecksum(from);
    // Of all places, most are in the fixtures: one collection at a time is more than a few of them.
    const collections = Object.entries(document['collections'] as object) as [string, unknown][];
    const [name, collection] = collections[random.integer(0, collections.length - 1)] ?? ['', undefined];
    if (random.integer(1, 4) === 1) return [mutateDocument(random, document, state.limit)];
    const mutated = JSON.parse(mutateDocument(random, collection, state.limit - from.length)) as unknown;
    return [
      JSON.stringify({ ...document, collections: { ...Object.fromEntries(collections), [name]: renumber(mutated) } }),
    ];
  },
  play: async (place, [body = '']) => {
    const { send, tenant } = place;
    const { token, seller } = tenant;
    const headers = { 'content-type': 'application/json' };
    const imported = await send({ method: 'PUT', path: '/__admin/state', headers, token, body });
    if (imported.status !== 200) return [imported];
    const outcomes = [imported, ...(await readBack(place))];
    const lists = [
      'orders',
      'buyers',
      'jobs',
      'payments',
      'invitations',
      'vies-checks',
      'state',
      'capsule',
      'scenarios',
    ];
    for (const to of [
      ...lists.map((list) => `/__admin/${list}`),
      `/v1/partners/${seller}/buyers?size=100`,
      '/v1/webhooks',
    ])
      outcomes.push(await send({ path: to, token }));
    outcomes.push(
      await send({ method: 'POST', path: '/__admin/clock/advance', headers, token, body: '{"by":"PT30H"}' }),
    );
    return outcomes;
  },
};

/** Milliseconds in which a replay must end. */
const LONGEST = 60_000;

// oxlint-disable-next-line no-control-regex -- what reaches a terminal must have none
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

export const capsule: Kind = {
  name: 'capsule',
  limit: 16 * 1_048_576,
  read: async (place) => {
    const { send, tenant } = place;
    await send({ method: 'POST', path: '/__admin/capsule/start', token: tenant.token });
    await createOrderOf(place, 'RECORDED');
    return (await send({ path: '/__admin/capsule', token: tenant.token })).text;
  },
  draw: (random, from) => [mutateDocument(random, JSON.parse(from), capsule.limit)],
  play: async ({ folder }, [text = '']) => {
    const file = path.join(folder, 'capsule.json');
    await writeFile(file, text);
    const program = path.join(folder, 'product/dist/cli.js');
    const child = spawn(process.execPath, [program, 'capsule', 'replay', file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
    const [code] = (await once(child, 'close')) as [number | null];
    clearTimeout(timer);
    return [
      ...(code === null ? [`the replay did not end within ${String(LONGEST / 1000)} s`] : []),
      ...(/^\s+at .*:\d+/m.test(said) ? [`a stack: ${said.slice(0, 600)}`] : []),
      ...(CONTROL.test(said) ? [`a control character: ${JSON.stringify(said.slice(0, 600))}`] : []),
      ...(said.trim() === '' ? ['it says nothing'] : []),
    ];
  },
};
