import { expect, test } from '@jest/globals';
import {
  type ControlTable,
  defineBehaviours,
  toBehaviours,
} from '../../../../src/edges/admin/behaviour/control-behaviour.ts';
import type { Validated } from '../../../../src/engine/exchange/exchange.ts';

/** What a behaviour is given for an exchange. */
const givenFor = async (exchange: object): Promise<Record<string, unknown>> => {
  let given: Record<string, unknown> = {};
  const table = {
    resumeClock: (request: object) => {
      given = request as Record<string, unknown>;
      return { status: 204 };
    },
  } as unknown as ControlTable;
  const behaviour = toBehaviours(table)['resumeClock']!;
  if (behaviour.transactional) throw new Error('the services begin their own transactions');
  await behaviour.run({
    input: { body: { by: 'P1D' }, parameters: { path: { id: 'i' }, query: { page: 2 }, header: { etag: 'e' } } },
    body: { kind: 'text', text: 'sent' },
    request: { origin: 'https://stub.example' },
    ...exchange,
  } as unknown as Validated);
  return given;
};

const organization = { uuid: 'o', sandbox: 'demo' };

test('a behaviour is given the request by its parts, who calls, and where it acts', async () => {
  const sandbox = { id: 'demo' };
  const caller = { clientId: 'operator', organization, isOperator: true };
  const given = await givenFor({ caller, sandbox });
  expect(given).toMatchObject({
    body: { by: 'P1D' },
    path: { id: 'i' },
    query: { page: 2 },
    header: { etag: 'e' },
    controller: caller,
    owner: organization,
    organization: 'o',
    origin: 'https://stub.example',
    sent: { kind: 'text', text: 'sent' },
  });
  expect([given['sandbox'], given['anySandbox']]).toEqual([sandbox, sandbox]);
});

test('where nothing is kept, only a behaviour that needs a sandbox ends with 404', async () => {
  const given = await givenFor({ caller: { clientId: 'operator', organization: undefined, isOperator: true } });
  expect([given['anySandbox'], given['organization']]).toEqual([undefined, undefined]);
  for (const member of ['sandbox', 'owner'])
    expect(() => given[member]).toThrow(expect.objectContaining({ members: expect.objectContaining({ status: 404 }) }));
});

test('a public operation has no caller to ask for', async () => {
  const given = await givenFor({ caller: undefined });
  expect(given['organization']).toBeUndefined();
  expect(() => given['controller']).toThrow('a control call has a controller');
});

test('when the client leaves is told by the request that knows it', async () => {
  const tasks: unknown[] = [];
  const task = (): void => undefined;
  const { whenGone } = await givenFor({ request: { whenGone: (told: unknown) => tasks.push(told) } });
  (whenGone as (task: () => void) => void)(task);
  expect(tasks).toEqual([task]);
  const { whenGone: unheard } = await givenFor({});
  expect(() => (unheard as (task: () => void) => void)(task)).not.toThrow();
});

test('a table is typed, and stays as it is', () => {
  const getHealth = () => ({ status: 200, body: { status: 'UP', version: '1' } }) as const;
  expect(defineBehaviours({ getHealth })).toEqual({ getHealth });
});
