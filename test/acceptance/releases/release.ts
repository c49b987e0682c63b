import path from 'node:path';
import type { StartedMock } from '../../support/start-mock.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

/** What a release writes, and later ones must read: see CHANGELOG.md. */
export const folderOf = (version: string): string => path.join(import.meta.dirname, version);

export const DATABASE = 'vatmock.db.gz';
export const ANSWERS = 'answers.json.gz';
export const CAPSULE = 'capsule.json.gz';
export const STATE = 'state.json.gz';
export const SCENARIO = 'scenario.yaml.gz';

/** Sent again, it gets the first answer again. */
export const ORDER = {
  path: `/partners/${SELLER}/orders`,
  body: sampleOrder({ externalOrderId: 'RELEASE-1' }),
  headers: { 'idempotency-key': 'release-1' },
};

const READ = [
  '/me',
  '/orders?size=100',
  '/webhooks',
  `/partners/${SELLER}/buyers?size=100`,
  `/partners/${SELLER}/prospects?size=100`,
];
const READ_BY_CONTROL = ['/clock', '/deliveries', '/records/orders', '/records/payments', '/records/jobs'];

export type Answers = Readonly<Record<string, readonly [status: number, body: unknown]>>;

/** Everything that clients and testers can read, and the order that is sent. */
export const readAll = async (started: StartedMock): Promise<Answers> => {
  const sent = await started.api.post(ORDER.path, ORDER.body, { headers: ORDER.headers });
  const answers: Record<string, readonly [number, unknown]> = { [`POST ${ORDER.path}`]: [sent.status, sent.body] };
  for (const place of READ) {
    const answer = await started.api.get(place);
    answers[place] = [answer.status, answer.body];
  }
  for (const place of READ_BY_CONTROL) {
    const answer = await createAdminClient(started)('GET', place);
    answers[`/__admin${place}`] = [answer.status, answer.body];
  }
  return answers;
};
