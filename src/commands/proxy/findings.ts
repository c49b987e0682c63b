import type { Breach, ExchangeSummary } from '../../engine/ports/ports.ts';
import { alignColumns } from '../terminal/align-columns.ts';

/** Findings in the summary; more would hide the others. */
const MOST_ROWS = 50;

/** What does not fit the description, below its exchange and counted. */
export const createFindings = () => {
  const found = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  let exchanges = 0;
  let misfits = 0;

  return {
    breached: ({ traceId, operationId, status, source, reasons }: Breach): void => {
      const side = source === 'client' ? 'request ' : 'response';
      for (const reason of reasons) {
        // The items of a list have the same fault.
        const key = `${side}\n${operationId} ${status}\n${reason.replaceAll(/\[\d+\]/g, '[]')}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      found.set(traceId, [...(found.get(traceId) ?? []), ...reasons.map((reason) => `  ${side}  ${reason}`)]);
    },
    /** The lines of an exchange; none of those of the console and the control API. */
    linesOf: ({ method, path, status, milliseconds, traceId }: ExchangeSummary, at: string): readonly string[] => {
      if (path.startsWith('/__')) return [];
      const lines = found.get(traceId) ?? [];
      found.delete(traceId);
      exchanges += 1;
      misfits += Math.sign(lines.length);
      return [`${at}  ${method} ${path}  ${status}  ${Math.round(milliseconds)} ms`, ...lines];
    },
    areThereAny: (): boolean => misfits > 0,
    /** The most frequent first. */
    summarize: (): readonly string[] => {
      const rows = [...counts].sort(([, one], [, other]) => other - one);
      const shown = rows.slice(0, MOST_ROWS).map(([key, count]) => [`  ${count}x`, ...key.split('\n')]);
      const kinds = rows.length > MOST_ROWS ? `, of ${rows.length} kinds; the most frequent` : '';
      return ['', `Exchanges: ${exchanges}, with findings: ${misfits}${kinds}`, ...alignColumns(shown)];
    },
  };
};
