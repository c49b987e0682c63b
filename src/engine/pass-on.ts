import type { ApiRequest, Reply } from '../kernel/http.ts';
import { decodeBody } from './checks/decode-body.ts';
import type { EngineParts } from './checks/engine-parts.ts';
import { recordExchange } from './checks/finish.ts';
import { openExchange, route } from './checks/route.ts';
import { validateRequest } from './checks/validate-request.ts';
import { verifyResponse } from './checks/verify-response.ts';
import type { Routed, Settled, Validated } from './exchange/exchange.ts';
import { createPathForLog, createScrub } from './journal/secrets.ts';
import type { PassOn } from './ports/pass-on.ts';
import type { ProblemMembers } from '../kernel/problem.ts';
import { toProblem } from './problems/render-problem.ts';

/**
 * Another service answers each request. Our checks only tell what does not fit the description: the first that a request does not
 * pass, and whatever is wrong with the response.
 */
export const createPassingHandle = (parts: EngineParts, passOn: PassOn): ((request: ApiRequest) => Promise<Reply>) => {
  const { observer, contract } = parts;
  const { basePath } = contract;
  const [open, find, decode, validate] = [openExchange(parts), route(parts), decodeBody(parts), validateRequest(parts)];
  const [verify, record] = [verifyResponse(parts), recordExchange(parts)];
  const pathForLog = createPathForLog(contract);
  const scrub = createScrub(contract);

  /** What the request does not fit. What is not below the base path, such as a token endpoint, is not of this API. */
  const checkRequest = async (exchange: Growing, isCut: boolean): Promise<ProblemMembers | undefined> => {
    const { path } = exchange.request;
    if (path !== basePath && !path.startsWith(`${basePath}/`)) return undefined;
    try {
      const { operation, pathParameters } = (await find(exchange)) ?? {};
      // What OPTIONS allows is for the service to say.
      if (operation === undefined) return undefined;
      Object.assign(exchange, { operation, pathParameters, body: { kind: 'none' } });
      if (!isCut) Object.assign(exchange, await decode(exchange as Routed));
      await validate(exchange as Validated);
      return undefined;
    } catch (thrown) {
      return toProblem(thrown).members;
    }
  };

  return async (received) => {
    const begun = { request: received, id: '', traceId: '', receivedAt: 0, startedAt: 0, endedAt: 'route' };
    const opened = { ...begun, ...(await open(begun)) };
    const { isCut, ...passed } = await passOn(received);
    const exchange = { ...opened, ...passed } as Growing;
    await passed.request.readBody(Infinity);
    const refusal = await checkRequest(exchange, isCut);
    await verify(exchange);
    if (refusal !== undefined) {
      observer.breached({
        operationId: exchange.operation?.id ?? `${passed.request.method} ${pathForLog(exchange)}`,
        status: exchange.reply.status,
        source: 'client',
        reasons: (refusal.errors?.map(({ field, message }) => `${field} ${message}`) ?? [refusal.detail]).map(scrub),
        traceId: exchange.traceId,
      });
    }
    await record({ ...exchange, ...(refusal && { refusal }) });
    return exchange.reply;
  };
};

type Growing = { -readonly [Member in keyof Settled]: Settled[Member] };
