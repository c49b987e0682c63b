import { randomBytes } from 'node:crypto';
import { type Mock, type MockOptions, createMock } from '../../../src/index.ts';
import { askForService } from '../jest/start-services.ts';
import { createTempFolder } from '../temp-folder.ts';
import { startConnectionProxy } from './connection-proxy.ts';
import { findPort } from '../find-port.ts';
import { STORE } from './store-of-this-run.ts';

/**
 * As `createMock`, on the store of this run. Tests that bring a store of their own, or ask for none (`data: undefined`),
 * keep it.
 */
export const openMock = (options: MockOptions): Promise<Mock> => {
  const own = 'data' in options || options.databaseUrl !== undefined || options.spec !== undefined;
  if (own || STORE === 'memory') return createMock(options);
  return STORE === 'sqlite' ? onFolder(options) : onDatabase(options);
};

/** A folder of its own, which goes with the server. */
const onFolder = async (options: MockOptions): Promise<Mock> => {
  const folder = await createTempFolder({});
  const mock = await createMock({ ...options, data: folder.path });
  return Object.create(mock, {
    close: {
      value: async () => {
        await mock.close();
        await folder.remove();
      },
    },
  }) as Mock;
};

/**
 * The observer of each of several servers. What all of them notice, such as a file that has changed, is heard once; an
 * exchange or an error is that of one.
 */
const hearOnce = (observer: MockOptions['observer']): (() => Pick<MockOptions, 'observer'>) => {
  const { noticed } = observer ?? {};
  if (noticed === undefined) return () => ({});
  const heard = new Map<string, number>();
  return () => {
    const said = new Map<string, number>();
    return {
      observer: {
        ...observer,
        noticed: (notice) => {
          const times = (said.get(notice.message) ?? 0) + 1;
          said.set(notice.message, times);
          if (times <= (heard.get(notice.message) ?? 0)) return;
          heard.set(notice.message, times);
          noticed(notice);
        },
      },
    };
  };
};

const inSchema = (url: string, schema: string): string => {
  const named = new URL(url);
  named.searchParams.set('schema', schema);
  return named.href;
};

/** A schema of its own, on one server or on three behind a proxy. */
const onDatabase = async (options: MockOptions): Promise<Mock> => {
  const databaseUrl = await askForService('postgres');
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const mocks: Mock[] = [];
  const ports = STORE === 'replicas' ? [await findPort(), await findPort(), await findPort()] : [];
  const proxy = ports.length === 0 ? undefined : await startConnectionProxy(ports, options.port);
  const publicUrl = proxy && `http://127.0.0.1:${String(proxy.port)}`;
  const shared = {
    databaseUrl: inSchema(databaseUrl, schema),
    databaseConnections: 8,
    ...(publicUrl && { publicUrl }),
    ...options,
  };
  const end = async (): Promise<void> => {
    proxy?.refuseMore();
    await Promise.all(mocks.map((mock) => mock.close()));
    await proxy?.close();
    const { Client } = await import('pg');
    const client = new Client(databaseUrl);
    await client.connect();
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.end();
  };
  try {
    if (proxy === undefined) mocks.push(await createMock(shared));
    const toOne = hearOnce(options.observer);
    for (const port of ports) mocks.push(await createMock({ ...shared, port, ...toOne() }));
  } catch (error) {
    await end();
    throw error;
  }
  const [first] = mocks as [Mock];
  return Object.create(first, {
    idle: {
      value: async () => {
        // What one server does may be work for another.
        for (const mock of [...mocks, ...mocks]) await mock.idle();
      },
    },
    close: { value: end },
  }) as Mock;
};
