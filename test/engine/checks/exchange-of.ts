import type { EngineParts } from '../../../src/engine/checks/engine-parts.ts';
import type { Operation } from '../../../src/engine/contract/contract.ts';
import { requestOf } from './request-of.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import type { ProblemMembers } from '../../../src/kernel/problem.ts';
import { refusalOf as membersOf } from '../../support/refusal-of.ts';

/** A POST that needs a token, and has no more than that. */
export const operationOf = (change: Partial<Operation> = {}): Operation =>
  ({
    id: 'createOrder',
    method: 'POST',
    path: '/orders',
    pointer: '#/paths/~1orders/post',
    parameters: [],
    requestBody: undefined,
    responses: [],
    security: [{}],
    requiredCapabilities: [],
    ...change,
  }) as unknown as Operation;

/** Those parts that a check needs. */
export const partsOf = (parts: { readonly [Name in keyof EngineParts]?: unknown }): EngineParts => parts as EngineParts;

/** The problem that a check ends with; throws when it does not. */
export const refusalOf = (check: (exchange: never) => unknown, exchange: object): Promise<ProblemMembers> =>
  membersOf(runOn(check, exchange));

/** What a check adds to an exchange that has come so far. */
export const runOn = async (check: (exchange: never) => unknown, exchange: object): Promise<unknown> =>
  await check(exchange as never);

/** An exchange that has its answer. */
export const settledOf = (change: object = {}) => ({
  id: 'x-1',
  traceId: 't-1',
  request: requestOf(),
  operation: operationOf(),
  caller: callerOf('STANDARD'),
  sandbox: undefined,
  reply: { status: 200, headers: { etag: '"1"' } },
  source: 'stateful',
  endedAt: 'respond',
  startedAt: 0,
  ...change,
});
