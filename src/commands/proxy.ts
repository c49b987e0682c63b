import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type StartedServer, startServer } from '../composition/create-mock.ts';
import { type Config, ConfigError, parseConfig, readTexts } from '../config/config.ts';
import { SETTINGS } from '../config/settings.ts';
import { toYaml } from '../edges/files/named-files.ts';
import type { Capsule } from '../engine/capsule/capsule.ts';
import { formatDiagnostic } from '../engine/contract/diagnostic.ts';
import { toIsoDateTime } from '../kernel/clock.ts';
import type { Command } from './command-line/command.ts';
import { toFlag } from './command-line/declaration.ts';
import type { Input } from './command-line/input.ts';
import { createFindings } from './proxy/findings.ts';
import { readUpstream, UPSTREAM_FLAG } from './proxy/read-upstream.ts';
import { toScenario } from './proxy/to-scenario.ts';
import { type ServerAccess, createServerAccess } from './remote/server-access.ts';
import { explainStart } from './serve.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Passes requests on until stopped, then writes what was recorded and says what did not fit. */
const run = async (input: Input, terminal: Terminal): Promise<number> => {
  const { print, complain, clock } = terminal;
  const [upstream, files, config] = [readUpstream(input), readFiles(input), readConfig(input)];
  const stopped = terminal.whenStopped();
  const findings = createFindings();
  const observer = {
    ...findings.observer,
    finished: (exchange: Parameters<typeof findings.linesOf>[0]) => {
      for (const line of findings.linesOf(exchange, toIsoDateTime(clock.now()))) print(line);
    },
    noticed: ({ message }: { readonly message: string }) => complain(`vatmock: ${message}`),
  };
  try {
    // Says at once what could not be written at the end.
    for (const file of [files.record, files.scenario]) if (file !== undefined) await (await open(file, 'a')).close();
    const server = await startServer({ ...config, upstream, observer });
    const control = createServerAccess({ url: server.url, sandbox: undefined, credentials: { kind: 'none' } });
    await (await control.call('POST', '/capsule/start')).body.dump();
    for (const finding of server.findings) complain(`vatmock: ${formatDiagnostic(finding)}`);
    print(toBanner(server, upstream));
    await stopped;
    for (const line of findings.summarize()) print(line);
    await write(files, { control, server, upstream }, print);
    await control.close();
    await server.drain();
    await server.close();
    return findings.count() > 0 && input.isSet('fail-on-findings') ? EXIT.failed : EXIT.ok;
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    const isFile = file !== undefined && (file === files.record || file === files.scenario);
    const reason = isFile ? `${file} cannot be written (${String(code)})` : explainStart(error, config);
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

interface Files {
  readonly record: string | undefined;
  readonly scenario: string | undefined;
}

interface Recorded {
  readonly control: ServerAccess;
  readonly server: StartedServer;
  readonly upstream: string;
}

const write = async (
  { record, scenario }: Files,
  { control, server: { contract }, upstream }: Recorded,
  print: Terminal['print'],
): Promise<void> => {
  if (record !== undefined) {
    const kept = await control.call('GET', record.endsWith('.har') ? '/requests.har' : '/capsule');
    await writeFile(record, await kept.body.text());
    print(`Recorded in ${record}.`);
  }
  if (scenario !== undefined) {
    const { calls } = (await control.json('GET', '/capsule')) as Capsule;
    const { file, steps, left } = toScenario(nameOf(scenario), calls, { contract, from: upstream });
    await writeFile(scenario, await toYaml(file));
    print(
      `Scenario with ${String(steps)} steps in ${scenario}${left === 0 ? '' : `; ${String(left)} calls were left out`}.`,
    );
  }
};

const nameOf = (file: string): string => path.basename(file, path.extname(file));

const readFiles = ({ text, words: [word] }: Input): Files => {
  if (word !== undefined) throw new UsageError(`unexpected argument "${word}"`);
  const scenario = text('scenario');
  if (scenario !== undefined && !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(nameOf(scenario)))
    throw new UsageError(
      `--scenario must be a file named like the scenario, in small letters, digits and hyphens, such as as-recorded.yaml, but is "${scenario}"`,
    );
  return { record: text('record'), scenario };
};

const readConfig = ({ given: { port, spec } }: Input): Config => {
  try {
    return parseConfig(readTexts({ port, spec }, {}));
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
};

export const proxy: Command = {
  usage: '--upstream URL [options]',
  about: `Stands between a client and the real service: passes each request on and the response back, byte for byte, and validates both
against the description. What does not fit is printed below its exchange and counted at the end. The console shows the exchanges.

  vatmock proxy --upstream https://api.example.com/v1
  vatmock proxy --upstream https://api.example.com --spec openapi.yaml --record today.capsule
  vatmock proxy --upstream https://api.example.com/v1 --scenario as-recorded.yaml`,
  flags: {
    upstream: UPSTREAM_FLAG,
    spec: toFlag('spec', SETTINGS.spec),
    port: { ...toFlag('port', SETTINGS.port), env: undefined },
    record: {
      value: 'FILE',
      help: 'at the end, write the exchanges to FILE: a capsule for vatmock compare, or an HTTP Archive if its name ends in .har',
    },
    scenario: { value: 'FILE', help: 'at the end, write a scenario to FILE, whose steps answer as the service did' },
    'fail-on-findings': { help: 'exit with 1 if anything did not fit' },
  },
  notes: `Credentials are passed on, but neither printed nor written. Bodies larger than 16 MiB are passed on without validation. Redirects
are not followed. Certificates are verified: NODE_EXTRA_CA_CERTS names those of your own.

Exit codes: 0 stopped by Ctrl-C, 1 findings with --fail-on-findings, or it cannot start or write, 2 invalid command line.`,
  run,
};
