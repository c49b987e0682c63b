import pino, { type DestinationStream, type Logger } from 'pino';
import type { Observer } from '../../engine/ports.ts';
import { FULL, inBatches } from './line-batch.ts';
import { round, toRequestLine } from './request-line.ts';

const STDERR = 2;

export interface LogOptions {
  readonly logLevel: string;
  readonly logFormat: 'auto' | 'pretty' | 'json';
}

/**
 * Logs go to standard error; standard output is for what the command was asked to print. Writing is not waited for:
 * under load lines leave in batches.
 */
export const createLog = async ({ logLevel, logFormat }: LogOptions, isTerminal: boolean): Promise<Log> => {
  const options = { level: logLevel, base: null };
  if (logFormat === 'pretty' || (logFormat === 'auto' && isTerminal))
    return { logger: pino(options, await openPretty(isTerminal)), lines: undefined };
  const lines = inBatches(pino.destination({ dest: STDERR, sync: false, minLength: FULL }));
  return { logger: pino(options, lines), lines };
};

export interface Log {
  readonly logger: Logger;
  /** Where the logger's lines go, for those that are written often and always the same; undefined for another form. */
  readonly lines: { readonly write: (line: string) => void } | undefined;
}

/** Loaded where people watch: a server whose lines go into a file starts without. */
const openPretty = async (colorize: boolean): Promise<DestinationStream> => {
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination: STDERR,
    colorize,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname,method,path,status,source,ms,requestId,traceId',
    messageFormat: '{if method}{method} {path} {status} {source} {ms} ms{end}{if method} {end}{msg}',
    singleLine: true,
    sync: true,
  });
};

/** What is logged is listed here, field by field: no header, query or body can slip in. */
export const logObserver = ({ logger, lines }: Log): Observer => ({
  finished: (exchange) => {
    if (!logger.isLevelEnabled('info')) return;
    if (lines !== undefined) {
      lines.write(toRequestLine(exchange, Date.now()));
      return;
    }
    const { id, traceId, method, path, operationId, clientId, status, source, milliseconds } = exchange;
    const ms = round(milliseconds);
    logger.info({ requestId: id, traceId, method, path, operationId, clientId, status, source, ms }, 'request');
  },
  failed: (error, traceId) => {
    logger.error({ traceId, err: error }, 'unexpected error');
  },
  breached: ({ operationId, status, source, reasons, traceId }) => {
    logger.error({ traceId, operationId, status, source, reasons }, 'our own answer does not fit the description');
  },
});
