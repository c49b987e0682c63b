import type { ExchangeSummary } from '../../engine/ports/ports.ts';

/** Log levels as pino numbers them. */
const LEVELS = { debug: 20, info: 30 } as const;

export const round = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

/** Requested by container health checks every few seconds. */
const PROBES = new Set(['/__admin/health', '/__admin/ready']);

export const levelOf = ({ path, status }: Pick<ExchangeSummary, 'path' | 'status'>): 'debug' | 'info' =>
  path.startsWith('/__admin/') && status < 400 && PROBES.has(path) ? 'debug' : 'info';

/**
 * Maximum cached names. Names of operations and clients come from a description and a list: a few values that repeat.
 */
const QUOTED = 500;
const quotes = new Map<string, string>();

const quote = (name: string): string => {
  let quoted = quotes.get(name);
  if (quoted !== undefined) return quoted;
  quoted = JSON.stringify(name);
  if (quotes.size < QUOTED) quotes.set(name, quoted);
  return quoted;
};

/**
 * Formats the line of a request as pino does. There is one per request, always with the same members: formatting it
 * directly costs a fifth. JSON.stringify quotes external values.
 */
export const toRequestLine = (exchange: ExchangeSummary, now: number): string => {
  const { id, traceId, method, path, operationId, clientId, status, source, milliseconds, refusal } = exchange;
  const operation = operationId === undefined ? '' : `"operationId":${quote(operationId)},`;
  const client = clientId === undefined ? '' : `"clientId":${quote(clientId)},`;
  const problem = refusal === undefined ? '' : `"problem":${quote(refusal.type)},`;
  return `{"level":${String(LEVELS[levelOf(exchange)])},"time":${String(now)},"requestId":"${id}","traceId":"${traceId}","method":${quote(method)},"path":${JSON.stringify(path)},${operation}${client}"status":${String(status)},"source":"${source}",${problem}"ms":${String(round(milliseconds))},"msg":"request"}\n`;
};
