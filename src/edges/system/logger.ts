import pino, { type DestinationStream, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Observer } from '../../engine/ports.ts';
import { inBatches } from './line-batch.ts';

const STDERR = 2;

export interface LogOptions {
  readonly logLevel: string;
  readonly logFormat: 'auto' | 'pretty' | 'json';
}

/**
 * Logs go to standard error; standard output is for what the command was asked to print. Writing is not waited for:
 * under load lines leave in batches.
 */
export const createLogger = ({ logLevel, logFormat }: LogOptions, isTerminal: boolean): Logger => {
  const options = { level: logLevel, base: null };
  if (logFormat === 'pretty' || (logFormat === 'auto' && isTerminal)) return pino(options, prettyStream(isTerminal));
  return pino(options, inBatches(pino.destination({ dest: STDERR, sync: false })));
};

const prettyStream = (colorize: boolean): DestinationStream =>
  pretty({
    destination: STDERR,
    colorize,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname,method,path,status,source,ms,requestId,traceId',
    messageFormat: '{if method}{method} {path} {status} {source} {ms} ms{end}{if method} {end}{msg}',
    singleLine: true,
    sync: true,
  });

/** What is logged is listed here, field by field: no header, query or body can slip in. */
export const logObserver = (logger: Logger): Observer => ({
  finished: ({ id, traceId, method, path, operationId, clientId, status, source, milliseconds }) => {
    const ms = Math.round(milliseconds * 100) / 100;
    logger.info({ requestId: id, traceId, method, path, operationId, clientId, status, source, ms }, 'request');
  },
  failed: (error, traceId) => {
    logger.error({ traceId, err: error }, 'unexpected error');
  },
  breached: ({ operationId, status, source, reasons, traceId }) => {
    logger.error({ traceId, operationId, status, source, reasons }, 'our own answer does not fit the description');
  },
});
