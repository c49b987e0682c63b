import { type KeyObject, createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseConfig, readTexts } from '../config/config.ts';
import { loadOrganizations } from '../edges/files/load-organizations.ts';
import { makeFolder } from '../edges/files/make-folder.ts';
import { type Certificate, toCertificate } from './certify/certificate.ts';
import { loadProfile } from './certify/profile.ts';
import { runProfile } from './certify/run-profile.ts';
import { readPrivateKey, sign, verify } from './certify/sign.ts';
import { summaryOf, toHtml } from './certify/to-html.ts';
import { toSheet } from './certify/to-sheet.ts';
import type { Command, Input } from './command-line/command.ts';
import { EXIT } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import { UsageError } from './terminal/usage-error.ts';
import { awaitInterruption, exitCodeOf } from './test/run-child.ts';

/** The file that is signed; its signature lies beside it. */
const FILE = 'certificate.json';

const certify = async (
  program: readonly [string, ...string[]],
  { text }: Input,
  terminal: Terminal,
): Promise<number> => {
  const profile = await loadProfile();
  const names = profile.levels.map(({ level }) => level);
  const wanted = names.indexOf(text('level') ?? names.at(-1) ?? '');
  if (wanted === -1) throw new UsageError(`--level must be one of ${names.join(', ')}`);
  const key = await readPrivateKey(text('key'));
  const { seed: seedText, webhookAllow } = readTexts({}, terminal.env);
  const { seed, webhookAllow: allowed } = parseConfig({
    ...(seedText && { seed: seedText }),
    ...(webhookAllow && { webhookAllow }),
  });
  const [organization] = await loadOrganizations();
  const { clientId = '', clientSecret = '' } = organization?.clients[0] ?? {};
  const interruption = awaitInterruption();
  const { runs, description } = await runProfile(profile, {
    ...{ program, settings: { seed, webhookAllow: allowed }, credentials: { clientId, clientSecret }, interruption },
    terminal: { ...terminal, print: terminal.complain },
  }).finally(interruption.stopListening);
  const signal = interruption.signal();
  if (signal !== undefined) {
    terminal.complain(`vatmock: ${signal}: stopped`);
    return exitCodeOf(signal);
  }
  const certificate = toCertificate(profile, runs, { command: program.join(' '), seed, description });
  await writeAll(certificate, key, text('out') ?? '.');
  for (const level of certificate.levels)
    terminal.print(`${level.isReached ? '+' : 'x'}  ${level.title}: ${summaryOf(level)}`);
  return certificate.levels.slice(0, wanted + 1).every(({ isReached }) => isReached) ? EXIT.ok : EXIT.failed;
};

const writeAll = async (certificate: Certificate, key: KeyObject, folder: string): Promise<void> => {
  const json = Buffer.from(`${JSON.stringify(certificate, undefined, 2)}\n`);
  const digest = createHash('sha256').update(json).digest('hex');
  const { drawSheet } = await import('../vat/sheet/draw-sheet.ts');
  const files = {
    [FILE]: json,
    [`${FILE}.jws`]: await sign(json, key),
    'certificate.html': toHtml(certificate, digest),
    'certificate.pdf': await drawSheet(toSheet(certificate, digest)),
  };
  makeFolder(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
};

const check = async (file: string, { text }: Input, { print, complain }: Terminal): Promise<number> => {
  const [json, jws] = await Promise.all([readSigned(file), readSigned(`${file}.jws`)]);
  const thumbprint = await verify(json, jws.toString(), text('key'));
  if (thumbprint === undefined) {
    complain(`vatmock: ${file} is not what was signed`);
    return EXIT.failed;
  }
  print(`${file} is as it was signed, by the key ${thumbprint}`);
  return EXIT.ok;
};

const readSigned = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read (${String((error as NodeJS.ErrnoException).code)})`);
  });

export const command: Command = {
  usage: '[options] -- COMMAND ARGUMENTS...\n  vatmock certify FILE [--key FILE]',
  about: `Runs the tests of your client several times: against a service that does what the description says, one that fails now and then,
one that does otherwise where the description is silent. Writes a certificate of the level that the client has reached: shape,
resilient, production-ready. It says what was tested, what was found, and what it does not prove.

  vatmock certify --out build/certificate --key key.pem -- npm run test:integration
  vatmock certify build/certificate/certificate.json`,
  flags: {
    out: { value: 'FOLDER', help: 'Where to write certificate.json, its signature, and the same as HTML and PDF.', fallback: '.' },
    key: {
      value: 'FILE',
      help: 'The private key that signs, Ed25519 or RSA, in PEM. With a certificate: the key that must have signed it.',
      fallback: 'a new one',
    },
    level: { value: 'LEVEL', help: 'The level that the client must reach.', fallback: 'production-ready' },
  },
  notes: `The command gets the same environment variables as under vatmock test. VATMOCK_SEED and VATMOCK_WEBHOOK_ALLOW apply.

Exit codes: 0 the level is reached, or the certificate is genuine; 1 it is not; 2 invalid command line.`,
  wordChoices: 'files',
  startsProgram: true,
  hint: 'write a command and its options after --',
  run: (input, terminal) => {
    const { words: [file, ...others], program: [name, ...rest] = [] } = input;
    if (name !== undefined && file === undefined) return certify([name, ...rest], input, terminal);
    if (name === undefined && file !== undefined && others.length === 0) return check(file, input, terminal);
    throw new UsageError('certify takes a command after --, such as -- npm test, or the file of a certificate');
  },
};
