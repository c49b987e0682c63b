import type { Operation } from '../../../src/engine/contract/contract.ts';
import type { EngineParts } from '../../../src/engine/pipeline/engine-parts.ts';
import type { SettleStage, Stage } from '../../../src/engine/pipeline/pipeline.ts';
import { requestOf } from '../pipeline/request-of.ts';
import { callerOf } from '../rate-limiting/caller-of.ts';
import { Problem, type ProblemMembers } from '../../../src/kernel/problem.ts';

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

/** Those parts that a stage needs. */
export const partsOf = (parts: { readonly [Name in keyof EngineParts]?: unknown }): EngineParts => parts as EngineParts;

/** What a stage makes of an exchange that has come so far. */
export const runOn = async (stage: Stage<never, object> | SettleStage, exchange: object): Promise<unknown> => {
  const result: unknown = stage.run(exchange as never);
  return result instanceof Promise ? await result : result;
};

/** The problem that it throws; throws when it does not. */
export const refusalOf = async (stage: Stage<never, object>, exchange: object): Promise<ProblemMembers> => {
  const error: unknown = await runOn(stage, exchange).then(
    (value) => new Error(`no problem but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof Problem) return error.members;
  throw error;
};

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
