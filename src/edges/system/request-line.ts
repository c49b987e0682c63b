import type { ExchangeSummary } from '../../engine/ports.ts';

/** pino's number for `info`. */
const INFO = 30;

export const round = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

/**
 * The line of a request, as pino writes it. There is one for each request, always with the same members: written down
 * by hand it costs a fifth. What comes from outside is put into quotes by JSON.stringify.
 */
export const toRequestLine = (exchange: ExchangeSummary, now: number): string => {
  const { id, traceId, method, path, operationId, clientId, status, source, milliseconds } = exchange;
  const operation = operationId === undefined ? '' : `"operationId":${JSON.stringify(operationId)},`;
  const client = clientId === undefined ? '' : `"clientId":${JSON.stringify(clientId)},`;
  return `{"level":${String(INFO)},"time":${String(now)},"requestId":"${id}","traceId":"${traceId}","method":${JSON.stringify(method)},"path":${JSON.stringify(path)},${operation}${client}"status":${String(status)},"source":"${source}","ms":${String(round(milliseconds))},"msg":"request"}\n`;
};
