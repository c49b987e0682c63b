import type { EngineParts } from '../../../src/engine/checks/engine-parts.ts';
import type { Operation } from '../../../src/engine/contract/contract.ts';
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
