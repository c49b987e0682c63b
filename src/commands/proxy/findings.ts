import type { Breach, ExchangeSummary } from '../../engine/ports/ports.ts';
import { alignColumns } from '../terminal/align-columns.ts';

/** Findings that are printed below one exchange, and at the end; more would hide the others. */
const MOST_LINES = 8;
const MOST_ROWS = 40;

/** What does not fit the description, below its exchange and counted. */
export const createFindings = () => {
  const breaches = new Map<string, readonly (readonly string[])[]>();
  const counts = new Map<string, number>();
  let exchanges = 0;
  let misfits = 0;

  return {
    observer: {
      breached: ({ traceId, operationId, status, source, reasons }: Breach): void => {
        const side = source === 'client' ? 'request' : 'response';
        for (const reason of reasons) {
          // The items of a list have the same fault.
          const key = [side, `${operationId} ${String(status)}`, reason.replaceAll(/\[\d+\]/g, '[]')].join('\n');
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        const found = reasons.map((reason) => [side, reason]);
        breaches.set(traceId, [...(breaches.get(traceId) ?? []), ...found]);
      },
    },
    /** The lines of an exchange; none of those of the console and the control API. */
    linesOf: ({ method, path, status, milliseconds, traceId }: ExchangeSummary, at: string): readonly string[] => {
      if (path.startsWith('/__')) return [];
      const found = breaches.get(traceId) ?? [];
      breaches.delete(traceId);
      exchanges += 1;
      if (found.length > 0) misfits += 1;
      const more = found.length - MOST_LINES;
      return [
        `${at}  ${method} ${path}  ${String(status)}  ${String(Math.round(milliseconds))} ms`,
        ...found.slice(0, MOST_LINES).map(([side = '', reason = '']) => `  ${side.padEnd(8)}  ${reason}`),
        ...(more > 0 ? [`  and ${String(more)} more`] : []),
      ];
    },
    /** Exchanges with findings. */
    count: (): number => misfits,
    /** The most frequent findings first. */
    summarize: (): readonly string[] => {
      const rows = [...counts].sort(([, one], [, other]) => other - one);
      const more = rows.length - MOST_ROWS;
      const shown = rows.slice(0, MOST_ROWS).map(([key, count]) => [`  ${String(count)}x`, ...key.split('\n')]);
      return [
        '',
        `${exchanges === 1 ? '1 exchange' : `${String(exchanges)} exchanges`}; ${misfits === 0 ? 'all fit the description' : `${String(misfits)} with findings`}.`,
        ...alignColumns(shown),
        ...(more > 0 ? [`  and ${String(more)} more findings`] : []),
      ];
    },
  };
};
