import { isRemote } from '../edges/descriptions/load-foreign.ts';
import type { Input } from './command-line/command.ts';
import {
  checkAdminToken,
  checkEncryptionKey,
  checkEncrypts,
  checkPublicUrl,
  filesIn,
  parseConfig,
  readTexts,
  type Config,
} from '../config/config.ts';
import { type StartedServer, startServer } from '../composition/create-mock.ts';
import { type Log, createLog, logObserver } from '../edges/system/logger.ts';
import { formatDiagnostic, formatEffect } from '../engine/contract/diagnostic.ts';
import { toBanner } from './serve/banner.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import { explainFailure } from './terminal/explain-failure.ts';
import type { Terminal } from './terminal/terminal.ts';
import { watchDescription } from './serve/watch-description.ts';
import { isPrivate } from '../edges/admin/access/this-machine.ts';

/** Flags that may be repeated, or have a list. */
const LISTS = ['limits', 'spec', 'overlay'] as const;

/** Runs the server until stopped, then lets requests in progress finish. */
export const run = async ({ given, texts, words, isSet }: Input, terminal: Terminal): Promise<number> => {
  const { print, complain, env } = terminal;
  const [word] = words;
  if (word !== undefined) throw new UsageError(`unexpected argument "${word}"; ${likeliest(word)}`);
  const { config, adminToken, encryptionKey, storageFrom } = readConfig(
    { ...given, ...Object.fromEntries(LISTS.map((name) => [name, texts(name).join(',') || undefined])) },
    env,
  );
  const specs = filesIn(config.spec);
  if (isSet('watch') && (specs.length === 0 || specs.some(isRemote)))
    throw new UsageError('--watch needs a file or folder of --spec, which it looks at');
  const stopped = terminal.whenStopped();
  const noColor = (env['NO_COLOR'] ?? '') !== '';
  const opened: { log?: Log } = {};
  const open = async (port: number): Promise<StartedServer | undefined> => {
    try {
      const log = (opened.log ??= await createLog(config, { isTerminal: process.stderr.isTTY, noColor }));
      const options = { ...config, port, adminToken, encryptionKey, openTelemetry: env, observer: logObserver(log) };
      const server = await startServer(options);
      for (const each of server.findings) complain(`vatmock: ${formatEffect(each)}: ${formatDiagnostic(each)}`);
      return server;
    } catch (error) {
      const reason = explainFailure(error);
      if (reason === undefined) throw error;
      complain(`vatmock: ${reason}`);
      return undefined;
    }
  };
  let server = await open(config.port);
  if (server === undefined) return EXIT.failed;
  const hasOperator = adminToken !== undefined;
  for (const warning of toWarnings(config, hasOperator)) complain(`vatmock: ${warning}`);
  // Before anybody is told that it serves: what is saved from then on counts.
  const watcher = isSet('watch') ? watchDescription(server.contract, config, terminal) : undefined;
  print(toBanner(server, config, { hasOperator, storageFrom }));
  const { url, metricsUrl, storage } = server;
  opened.log?.started({ mode: config.mode, url, metricsUrl, storage, storageFrom });
  // A promise that a user's own behaviour does not await must not end the server for all.
  const stray = (cause: unknown): void => {
    if (server?.behaviours === undefined) throw cause;
    opened.log?.logger.error({ err: cause }, `${server.behaviours}: a promise was rejected that nothing awaits`);
  };
  process.on('unhandledRejection', stray);
  let reason: string | undefined;
  while ((reason = await Promise.race([stopped, watcher?.changed() ?? stopped])) === undefined) {
    await server?.close();
    // On the same port, if any was free.
    server = await open(config.port === 0 ? Number(new URL(url).port) : config.port);
    if (server === undefined) watcher?.retry();
    complain(
      `vatmock: the description has changed: ${server ? 'it is served anew' : 'it is served when what uses it fits'}`,
    );
  }
  watcher?.close();
  process.off('unhandledRejection', stray);
  complain(`vatmock: ${reason}: finishing requests in progress`);
  await server?.drain();
  await server?.close();
  return EXIT.ok;
};

/** npm consumes options and passes on only their values: `npm start --port 4020` arrives as `4020`. */
const likeliest = (word: string): string =>
  /^\d+$/.test(word)
    ? `did you mean --port ${word}? With npm, write "npm start -- --port ${word}".`
    : `did you mean --spec ${word}?`;

const readConfig = (flags: Readonly<Record<string, string | undefined>>, env: Terminal['env']) => {
  const texts = readTexts(flags, env);
  const config = parseConfig(texts);
  checkPublicUrl(config, '--public-url (VATMOCK_PUBLIC_URL)');
  // Only from the environment: other users of the machine can read a command line.
  const { ADMIN_TOKEN: adminToken, VATMOCK_ENCRYPTION_KEY: encryptionKey } = env;
  checkEncryptionKey(encryptionKey, 'VATMOCK_ENCRYPTION_KEY');
  checkEncrypts(config, encryptionKey, 'VATMOCK_ENCRYPTION_KEY');
  return {
    config,
    adminToken: checkAdminToken(adminToken, 'ADMIN_TOKEN'),
    encryptionKey,
    storageFrom: (texts.databaseUrl ?? texts.data)?.from,
  };
};

/** Warnings for settings that work, but may be unsafe or surprising on a shared server. */
const toWarnings = (config: Config, hasOperator: boolean): string[] => {
  const open =
    config.controlAccess === 'open' && !isPrivate(config)
      ? [
          'the control API needs no token (--control-access open): anyone who can reach this server can control and reset it, so publish its port on 127.0.0.1 only',
        ]
      : [];
  if (config.mode === 'local')
    return isPrivate(config)
      ? []
      : [
          ...open,
          'other machines can reach this server, and the secrets of its fixed clients are public: for users who do not trust each other, use --mode hosted',
        ];
  return [
    ...(hasOperator
      ? []
      : ['ADMIN_TOKEN is not set, so sandboxes cannot be created, listed or dropped; existing ones work']),
    ...(config.data === undefined && config.databaseUrl === undefined
      ? [
          'sandboxes are kept in memory and lost when the server stops: use --data FOLDER or --database-url URL to store them',
        ]
      : []),
    ...(config.publicUrl?.startsWith('http://') === true
      ? ['the public URL starts with http://, so tokens and secrets are sent unencrypted']
      : []),
  ];
};
