import { styleText } from 'node:util';
import pino, { type DestinationStream } from 'pino';
import type { ExchangeSummary, Observer } from '../../engine/ports/ports.ts';

const STDERR = 2;

/** Nothing is opened, and nothing waits for the end of the process. */
const SILENCE: DestinationStream = { write: () => undefined };

/**
 * Logs go to standard error; standard output is for the output of the command. Writing is not awaited: under load lines
 * are batched.
 */
export const createLog = async (
  {
    logLevel,
    logFormat,
  }: {
    readonly logLevel: string;
    readonly logFormat: 'auto' | 'pretty' | 'json';
  },
  {
    isTerminal,
    noColor,
  }: {
    readonly isTerminal: boolean;
    /** NO_COLOR is set: https://no-color.org. */
    readonly noColor: boolean;
  },
) => {
  const options = { level: logLevel, base: null };
  const style = { colorize: isTerminal && !noColor, tellsReasons: isTerminal };
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isTerminal);
  const lines =
    isPretty || logLevel === 'silent'
      ? SILENCE
      : inBatches(pino.destination({ dest: STDERR, sync: false, minLength: FULL, maxWrite: 2 * FULL }));
  const logger = pino(options, isPretty ? await openPretty(style) : lines);
  return {
    logger,
    /** Writes one line once the server listens; for people, the banner stands right above. */
    started: (facts: {
      readonly mode: string;
      readonly url: string;
      readonly metricsUrl: string | undefined;
      readonly storage: string;
      /** The variable or flag that chose the storage. */
      readonly storageFrom: string | undefined;
    }): void => {
      if (!isPretty) logger.info(facts, 'started');
    },
    /** Writes the line of a request: one per request, always with the same members. */
    request: (exchange: ExchangeSummary): void => {
      const level = levelOf(exchange);
      if (!logger.isLevelEnabled(level)) return;
      if (isPretty) logger[level](toTerminalLine(exchange, style));
      else lines.write(toRequestLine(exchange, Date.now()));
    },
  };
};

export type Log = Awaited<ReturnType<typeof createLog>>;

/** Loaded only for terminal output: a server that logs JSON starts without it. */
const openPretty = async ({ colorize }: { readonly colorize: boolean }): Promise<DestinationStream> => {
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

/** Log levels as pino numbers them. */
const LEVELS = { debug: 20, info: 30 } as const;

const round = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;

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
  return `{"level":${level},"time":${now},"requestId":"${id}","traceId":"${traceId}","method":${quote(method)},"path":${quote(path)},${operation}${client}"status":${status},"source":"${source}",${problem}"ms":${round(milliseconds)},"msg":"request"}\n`;
};

const COLORS = ['green', 'cyan', 'yellow', 'red'] as const;

/** Colours by status class: 2xx, 3xx, 4xx, 5xx. */
const colorOf = (status: number): (typeof COLORS)[number] => COLORS[Math.floor(status / 100) - 2] ?? 'red';

/** Maximum characters: a longer line would wrap and hide the next request. */
const LONGEST = 200;

/** Replaces control characters: request data must not control the terminal. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Formats the line of a request for a terminal. */
export const toTerminalLine = (
  { method, path, status, source, milliseconds, refusal, id }: ExchangeSummary,
  {
    colorize,
    tellsReasons,
  }: {
    readonly colorize: boolean;
    /** The output is interactive, so the reason of a refusal may be shown. */
    readonly tellsReasons: boolean;
  },
): string => {
  const paint = (color: Parameters<typeof styleText>[0], text: string): string =>
    colorize ? styleText(color, text, { validateStream: false }) : text;
  const reason = refusal === undefined || !tellsReasons ? '' : `: ${shorten(printable(refusal.reason()))}`;
  const why = refusal === undefined ? '' : ` ${paint(colorOf(status), refusal.type)}${reason}`;
  const line = `${printable(method)} ${printable(path)} ${paint(colorOf(status), String(status))} ${source} ${round(milliseconds)} ms`;
  return `${line}${why} ${paint('dim', `request ${id}`)}`;
};

/** Maximum buffered characters. Another thread writes them: waking it costs more than what it writes. */
const FULL = 64_000;

/** Maximum delay of a line in milliseconds. */
const FLUSH_INTERVAL = 100;

/**
 * Writes lines in batches: with pino's own buffer in its place, GET /me is more than 20 % slower (Node 24, 2 cores). The
 * buffer is flushed when the process exits, except if it is killed: `sink` begins to write when it has {@link FULL} characters.
 */
const inBatches = (sink: ReturnType<typeof pino.destination>): DestinationStream => {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  let next: NodeJS.Immediate | undefined;

  const handOn = (): void => {
    clearTimeout(timer);
    clearImmediate(next);
    timer = next = undefined;
    if (held !== '') sink.write(held);
    held = '';
  };

  process.once('exit', () => {
    // So that it leaves all to `flushSync`.
    Object.assign(sink, { minLength: Infinity });
    handOn();
    sink.flushSync();
  });

  return {
    write: (line) => {
      held += line;
      // Not at once: what is being written when the process ends comes after the rest, if at all.
      if (held.length >= FULL) next ??= setImmediate(handOn);
      else
        timer ??= setTimeout(() => {
          handOn();
          sink.flush();
        }, FLUSH_INTERVAL).unref();
    },
  };
};
