import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type StartedServer, startServer } from '../composition/create-mock.ts';
import { toYaml } from '../edges/files/named-files.ts';
import type { Capsule } from '../engine/capsule/capsule.ts';
import { formatDiagnostic } from '../engine/contract/diagnostic.ts';
import type { Observer, Breach, ExchangeSummary } from '../engine/ports/ports.ts';
import { toIsoDateTime } from '../kernel/clock.ts';
import type { Input } from './command-line/command.ts';
import { readTarget } from './proxy/read-target.ts';
import { toScenario } from './proxy/to-scenario.ts';
import { createServerAccess } from './remote/server-access.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import { explainFailure } from './terminal/explain-failure.ts';
import type { Terminal } from './terminal/terminal.ts';
import { alignColumns } from './terminal/lines.ts';

/** Passes requests on until stopped, then says what did not fit, and writes what was recorded. */
export const run = async (input: Input, { print, complain, clock, whenStopped }: Terminal): Promise<number> => {
  const { upstream, config } = readTarget(input);
  const [word] = input.words;
  if (word !== undefined) throw new UsageError(`unexpected argument "${word}"`);
  const [record, scenario] = [input.text('record'), input.text('scenario')];
  const stopped = whenStopped();
  const { breached, linesOf, summarize, areThereAny } = createFindings();
  const observer: Partial<Observer> = {
    breached,
    finished: (exchange) => {
      for (const line of linesOf(exchange, toIsoDateTime(clock.now()))) print(line);
    },
    noticed: ({ message }) => complain(`vatmock: ${message}`),
    failed: (error) => complain(`vatmock: ${String(error)}`),
  };
  try {
    // Says at once what could not be written at the end.
    for (const file of [record, scenario]) if (file !== undefined) await (await open(file, 'a')).close();
    const server = await startServer({ ...config, upstream, observer });
    const control = createServerAccess({ url: server.url, sandbox: undefined, credentials: { kind: 'none' } });
    await (await control.call('POST', '/capsule/start')).body.dump();
    for (const finding of server.findings) complain(`vatmock: ${formatDiagnostic(finding)}`);
    print(toBanner(server, upstream));
    await stopped;
    for (const line of summarize()) print(line);
    if (record !== undefined) {
      const kept = await control.call('GET', record.endsWith('.har') ? '/requests.har' : '/capsule');
      await writeFile(record, await kept.body.text());
    }
    if (scenario !== undefined) {
      const { calls } = (await control.json('GET', '/capsule')) as Capsule;
      const name = path.basename(scenario, path.extname(scenario));
      await writeFile(scenario, await toYaml(toScenario(name, calls, server.contract)));
    }
    await control.close();
    await server.drain();
    await server.close();
    return areThereAny() && input.isSet('fail-on-findings') ? EXIT.failed : EXIT.ok;
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    const reason = file === undefined ? explainFailure(error) : `${file} cannot be written (${String(code)})`;
    if (reason === undefined) throw error;
    complain(`vatmock: ${reason}`);
    return EXIT.failed;
  }
};

const toBanner = ({ url, baseUrl, contract }: StartedServer, upstream: string): string =>
  `vatmock passes requests on to ${upstream} and holds both sides to "${contract.title}" ${contract.version}

  Base URL    ${baseUrl}
  Console     ${url}/__console

Press Ctrl-C to stop.`;

/** Findings in the summary; more would hide the others. */
const MOST_ROWS = 50;

/** What does not fit the description, below its exchange and counted. */
const createFindings = () => {
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
