import type { ExchangeSummary } from '../../engine/ports/ports.ts';

/** Log levels as pino numbers them. */
const LEVELS = { debug: 20, info: 30 } as const;

export const round = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

/** Requested by container health checks every few seconds. */
const PROBES = new Set(['/__admin/health', '/__admin/ready']);

export const levelOf = ({ path, status }: Pick<ExchangeSummary, 'path' | 'status'>): 'debug' | 'info' =>
  path.startsWith('/__admin/') && status < 400 && PROBES.has(path) ? 'debug' : 'info';

/** Texts that are the same within quotes. */
const PLAIN = /^[\w/.:+-]*$/;

const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/**
 * Formats the line of a request as pino does, which would take 8 % of GET /me. With JSON.stringify of an object in place
 * of the template, GET /me takes 5 % longer (Node 24, 2 cores).
 */
export const toRequestLine = (exchange: ExchangeSummary, now: number): string => {
  const { id, traceId, method, path, operationId, clientId, status, source, refusal, milliseconds } = exchange;
  const operation = operationId === undefined ? '' : `"operationId":${quote(operationId)},`;
  const client = clientId === undefined ? '' : `"clientId":${quote(clientId)},`;
  const problem = refusal === undefined ? '' : `"problem":${quote(refusal.type)},`;
  const level = LEVELS[levelOf(exchange)];
  return `{"level":${String(level)},"time":${String(now)},"requestId":"${id}","traceId":"${traceId}","method":${quote(method)},"path":${quote(path)},${operation}${client}"status":${String(status)},"source":"${source}",${problem}"ms":${String(round(milliseconds))},"msg":"request"}\n`;
};
