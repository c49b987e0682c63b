import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync, hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadOwnContract } from '../edges/files/load-own-contract.ts';
import { loadYaml } from '../edges/files/load-yaml.ts';
import { makeFolder } from '../edges/files/make-folder.ts';
import { packageFile, packageJson } from '../edges/files/package-files.ts';
import type { CertificateFile } from '../generated/certificate-file.ts';
import { type Certificate, summaryOf, toCertificate } from './certify/certificate.ts';
import { runProfile } from './certify/run-profile.ts';
import { nameOfKey, signDetached, verifyDetached } from './certify/sign.ts';
import { toHtml } from './certify/to-html.ts';
import type { Input, Run } from './command-line/command.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import type { Terminal } from './terminal/terminal.ts';
import { awaitInterruption, exitCodeOf } from './test/run-child.ts';
import { readTestOptions } from './test/test-options.ts';

/** The file that is signed; its signature lies beside it. */
const FILE = 'certificate.json';

const certify = async (input: Input, terminal: Terminal): Promise<number> => {
  const profile = await loadYaml<CertificateFile>(
    packageFile('spec', 'certificate.yaml'),
    packageJson('spec', 'certificate.schema.json'),
  );
  const names = profile.levels.map(({ level }) => level);
  const { level: wanted = names.at(-1) ?? '', out = '.' } = input.given;
  if (!names.includes(wanted)) throw new UsageError(`--level must be one of ${names.join(', ')}`);
  const key = (await readKey(input, createPrivateKey)) ?? generateKeyPairSync('ed25519').privateKey;
  const options = readTestOptions(input, terminal.env);
  try {
    // Before the tests, which may take long.
    makeFolder(out);
  } catch (error) {
    throw new UsageError(`--out ${out} cannot be created (${(error as Error).message})`);
  }
  const interruption = awaitInterruption();
  // Standard output is for the result.
  const parts = { options, interruption, terminal: { ...terminal, print: terminal.complain } };
  const runs = await runProfile(profile, parts).finally(interruption.stopListening);
  if (runs === undefined) return exitCodeOf(interruption.signal() ?? 'SIGINT');
  const { document } = await loadOwnContract();
  const { command = [], settings } = options;
  const certificate = toCertificate(profile, runs, {
    command: command.join(' '),
    seed: settings.seed,
    description: (document['info'] as { readonly version: string }).version,
  });
  await writeAll(certificate, key, out);
  for (const level of certificate.levels)
    terminal.print(`${level.reached ? '+' : 'x'}  ${level.title}: ${summaryOf(level)}`);
  return certificate.levels.find(({ level }) => level === wanted)?.reached === true ? EXIT.ok : EXIT.failed;
};

const readKey = async (
  { given: { key: file } }: Input,
  create: (pem: Buffer) => KeyObject,
): Promise<KeyObject | undefined> => {
  if (file === undefined) return undefined;
  try {
    const key = create(await readFile(file));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Not readable, or no key.
  }
  throw new UsageError(`--key ${file} is no Ed25519 key; "openssl genpkey -algorithm ed25519 -out key.pem" makes one`);
};

const writeAll = async (certificate: Certificate, key: KeyObject, folder: string): Promise<void> => {
  const json = Buffer.from(`${JSON.stringify(certificate, undefined, 2)}\n`);
  for (const [name, content] of [
    [FILE, json],
    [`${FILE}.jws`, await signDetached(json, key)],
    ['certificate.html', toHtml(certificate, hash('sha256', json))],
  ] as const)
    await writeFile(path.join(folder, name), content);
};

const check = async (file: string, input: Input, { print, complain }: Terminal): Promise<number> => {
  const [json, jws] = await Promise.all([readFile(file), readFile(`${file}.jws`, 'utf8')]).catch((error: unknown) => {
    throw new UsageError(`${file} or its signature cannot be read (${String((error as NodeJS.ErrnoException).code)})`);
  });
  const key = await readKey(input, createPublicKey);
  const signer = await verifyDetached(json, jws, key);
  if (signer !== undefined) {
    print(`${file} is as it was signed with the key ${nameOfKey(signer)}`);
    return EXIT.ok;
  }
  const other = key && (await verifyDetached(json, jws));
  complain(`vatmock: ${file} is ${other ? `signed with another key, ${nameOfKey(other)}` : 'not what was signed'}`);
  return EXIT.failed;
};

export const run: Run = (input, terminal) => {
  const {
    words: [file, ...others],
    program,
  } = input;
  if (program !== undefined && file === undefined) return certify(input, terminal);
  if (program === undefined && file !== undefined && others.length === 0) return check(file, input, terminal);
  throw new UsageError('certify takes a command after --, such as -- npm test, or the file of a certificate');
};
