import pino, { type DestinationStream, type Logger } from 'pino';
import type { ExchangeSummary, Observer } from '../../engine/ports/ports.ts';
import { levelOf, toRequestLine } from './request-line.ts';
import { type TerminalStyle, toTerminalLine } from './terminal-line.ts';

const STDERR = 2;

/** Nothing is opened, and nothing waits for the end of the process. */
const SILENCE: DestinationStream = { write: () => undefined };

export interface LogOptions {
  readonly logLevel: string;
  readonly logFormat: 'auto' | 'pretty' | 'json';
}

export interface LogTarget {
  readonly isTerminal: boolean;
  /** NO_COLOR is set: https://no-color.org. */
  readonly noColor: boolean;
}

/**
 * Logs go to standard error; standard output is for the output of the command. Writing is not awaited: under load lines
 * are batched.
 */
export const createLog = async (
  { logLevel, logFormat }: LogOptions,
  { isTerminal, noColor }: LogTarget,
): Promise<Log> => {
  const options = { level: logLevel, base: null };
  const style = { colorize: isTerminal && !noColor, tellsReasons: isTerminal };
  if (logFormat === 'pretty' || (logFormat === 'auto' && isTerminal))
    return toTerminalLog(pino(options, await openPretty(style)), style);
  const lines =
    logLevel === 'silent' ? SILENCE : inBatches(pino.destination({ dest: STDERR, sync: false, minLength: FULL }));
  const logger = pino(options, lines);
  return {
    logger,
    started: (facts) => {
      logger.info(facts, 'started');
    },
    request: (exchange) => {
      if (logger.isLevelEnabled(levelOf(exchange))) lines.write(toRequestLine(exchange, Date.now()));
    },
  };
};

const toTerminalLog = (logger: Logger, style: TerminalStyle): Log => ({
  logger,
  // The banner stands right above.
  started: () => undefined,
  request: (exchange) => {
    const level = levelOf(exchange);
    if (logger.isLevelEnabled(level)) logger[level](toTerminalLine(exchange, style));
  },
});

/** What a server does and where, for those who read logs and see no banner. */
export interface StartFacts {
  readonly mode: string;
  readonly url: string;
  readonly metricsUrl: string | undefined;
  readonly storage: string;
  /** The variable or flag that chose the storage. */
  readonly storageFrom: string | undefined;
}

export interface Log {
  readonly logger: Logger;
  /** Writes one line once the server listens. */
  readonly started: (facts: StartFacts) => void;
  /** Writes the line of a request: one per request, always with the same members. */
  readonly request: (exchange: ExchangeSummary) => void;
}

/** Loaded only for terminal output: a server that logs JSON starts without it. */
const openPretty = async ({ colorize }: TerminalStyle): Promise<DestinationStream> => {
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination: STDERR,
    colorize,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
    singleLine: true,
    sync: true,
  });
};

/** Lists the logged fields explicitly, so that no header, query or body can leak into the log. */
export const logObserver = ({ logger, request }: Log): Observer => ({
  finished: request,
  noticed: ({ level, message }) => {
    logger[level](message);
  },
  failed: (error, traceId) => {
    logger.error({ traceId, err: error }, 'unexpected error');
  },
  breached: ({ operationId, status, source, reasons, traceId }) => {
    logger.error(
      { traceId, operationId, status, source, reasons },
      'our own response does not match the API description',
    );
  },
});

/** Destination of the lines. */
interface Sink {
  /** Writes texts of at least {@link FULL} characters immediately, and may buffer shorter ones. */
  readonly write: (text: string) => unknown;
  readonly flush: () => void;
  readonly flushSync: () => void;
}

/** Maximum buffered characters. */
const FULL = 16_000;

/** Maximum delay of a line in milliseconds. */
const FLUSH_INTERVAL = 100;

/**
 * Writes lines in batches: with pino's own buffer in its place, GET /me is more than 20 % slower (Node 24, 2 cores). The
 * buffer is flushed when the process exits, except if it is killed.
 */
const inBatches = (sink: Sink): { readonly write: (line: string) => void } => {
  let held = '';
  let timer: NodeJS.Timeout | undefined;

  const handOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (held !== '') sink.write(held);
    held = '';
  };

  process.once('exit', () => {
    handOn();
    sink.flushSync();
  });

  return {
    write: (line) => {
      held += line;
      if (held.length >= FULL) handOn();
      else
        timer ??= setTimeout(() => {
          handOn();
          sink.flush();
        }, FLUSH_INTERVAL).unref();
    },
  };
};
