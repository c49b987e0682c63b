import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { send } from '../network/send.ts';
import { type RunningServer, ADMIN_TOKEN, startServer } from '../server/start-server.ts';
import { type Tenant, call, createTenant, fetchToken } from '../tenant/create-tenant.ts';
import { type Healthy, watchHealthy } from '../tenant/watch-healthy.ts';
import { createOrderOf } from './create-order-of.ts';
import type { Place } from './kind.ts';
import { findPort } from '../../support/find-port.ts';

/** A server with a healthy tenant, for many inputs. */
export interface Ground {
  readonly server: RunningServer;
  /** None beside a description of its own. */
  readonly healthy: Healthy | undefined;
  readonly receiver: Place['receiver'];
  readonly startedAt: number;
}

const HOST = process.platform === 'linux' ? '127.0.1.1' : '127.0.0.1';
/** Not the healthy tenant's address, where the machine has one. */
const FROM = process.platform === 'linux' ? '127.0.0.66' : undefined;

/** Milliseconds in which an answer counts as one. */
const DEADLINE = 1000;

let grounds = 0;

/** A hosted server, every second one with a data folder; or one with the flags of an input. */
export const openGround = async (folder: string, flags?: readonly string[]): Promise<Ground> => {
  const receiver = { host: HOST, port: await findPort() };
  const receiverPort = await findPort();
  const allowed = `127.0.0.1:${String(receiverPort)},${HOST}:${String(receiver.port)}`;
  const data = ++grounds % 2 === 0 ? ['--data', await mkdtemp(path.join(folder, 'data-'))] : [];
  const hosted = [
    '--mode',
    'hosted',
    '--public-url',
    'https://stub.example',
    '--seed',
    'fuzz',
    '--webhook-allow',
    allowed,
  ];
  // Fewer calls would be less to find.
  const calls = ['--limits', 'control-calls-per-minute=1000000,stranger-calls-per-minute=1000000'];
  const server = await startServer({ folder, flags: flags ?? [...hosted, ...calls, ...data] });
  const startedAt = performance.now();
  if (!server.isAlive() || flags !== undefined) return { server, healthy: undefined, receiver, startedAt };
  const { url } = server;
  const healthy = await watchHealthy({
    ...(await createTenant(url)),
    url,
    receiverPort,
    deadline: DEADLINE,
    patience: 0,
  });
  return { server, healthy, receiver, startedAt };
};

export const closeGround = async ({ server, healthy }: Ground): Promise<void> => {
  await healthy?.stop();
  await server.stop();
};

/** The same for all, so that a state of one can be imported by another. */
const SELLERS = ['1', '2'].map((digit) => ({ uuid: `${digit.repeat(8)}-1111-4111-8111-111111111111` }));

const NOBODY: Tenant = { sandbox: '', clientId: '', clientSecret: '', seller: '', token: '', buyer: '' };

/** A new tenant with an order: what one input leaves must not be there for the next. */
export const createPlace = async ({ server: { url }, healthy, receiver }: Ground, folder: string): Promise<Place> => {
  const tenant = healthy === undefined ? NOBODY : await createTenant(url, { sellers: SELLERS });
  const place = {
    tenant,
    order: '',
    folder,
    receiver,
    renewToken: () => fetchToken(url, tenant.clientId, tenant.clientSecret),
    send: (sending: Parameters<Place['send']>[0]) => send(url, { from: FROM, ...sending }),
  };
  return { ...place, order: healthy === undefined ? '' : await createOrderOf(place, 'FIRST') };
};

export const dropPlace = async ({ server: { url } }: Ground, { tenant: { sandbox } }: Place): Promise<void> => {
  if (sandbox !== '') await call(url, 'DELETE', `/__admin/sandboxes/${sandbox}`, { token: ADMIN_TOKEN });
};
