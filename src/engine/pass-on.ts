import type { Handle } from '../kernel/http.ts';
import type { ProblemMembers } from '../kernel/problem.ts';
import { decodeBody } from './checks/decode-body.ts';
import type { EngineParts } from './checks/engine-parts.ts';
import { recordExchange } from './checks/finish.ts';
import { openExchange, route } from './checks/route.ts';
import { validateRequest } from './checks/validate-request.ts';
import { verifyResponse } from './checks/verify-response.ts';
import type { Settled, Validated } from './exchange/exchange.ts';
import { createPathForLog, createScrub } from './journal/secrets.ts';
import type { PassOn } from './ports/ports.ts';
import { toProblem } from './problems/problem.ts';

/**
 * Another service answers. Our checks only tell what does not fit the description: why we would refuse the request, and what is
 * wrong with the response.
 */
export const createPassingHandle = (parts: EngineParts, passOn: PassOn): Handle => {
  const { observer, contract } = parts;
  const [open, find, decode, validate] = [openExchange(parts), route(parts), decodeBody(parts), validateRequest(parts)];
  const [verify, record] = [verifyResponse(parts), recordExchange(parts)];
  const pathForLog = createPathForLog(contract);
  const scrub = createScrub(contract);

  const refuse = async (exchange: Settled, isCut: boolean): Promise<ProblemMembers | undefined> => {
    // What is elsewhere, such as a token endpoint, is not of this API.
    if (!`${exchange.request.path}/`.startsWith(`${contract.basePath}/`)) return undefined;
    try {
      const { operation, pathParameters } = (await find(exchange)) ?? {};
      // What OPTIONS allows is for the service to say.
      if (operation === undefined) return undefined;
      Object.assign(exchange, { operation, pathParameters, body: { kind: 'none' } });
      if (!isCut) Object.assign(exchange, await decode(exchange as Settled & Validated));
      await validate(exchange as Settled & Validated);
      return undefined;
    } catch (thrown) {
      return toProblem(thrown).members;
    }
  };

  return async (received) => {
    const begun = { request: received, id: '', traceId: '', receivedAt: 0, startedAt: 0, endedAt: 'route' };
    const opened = { ...begun, ...(await open(begun)) };
    const { isCut, ...passed } = await passOn(received);
    const exchange = { ...opened, ...passed } as Settled;
    const { request, reply, traceId } = exchange;
    await request.readBody(Infinity);
    const refusal = await refuse(exchange, isCut);
    if (refusal !== undefined) {
      const reasons = refusal.errors?.map(({ field, message }) => `${field} ${message}`) ?? [refusal.detail];
      const operationId = exchange.operation?.id ?? `${request.method} ${pathForLog(exchange)}`;
      observer.breached({ operationId, status: reply.status, source: 'client', reasons: reasons.map(scrub), traceId });
    }
    await verify(exchange);
    await record({ ...exchange, ...(refusal && { refusal }) });
    return reply;
  };
};
