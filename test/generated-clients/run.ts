import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createMock } from '../../src/index.ts';
import { newOrder } from '../support/sample-order.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { OutOfTime, type Run, createRun } from './run-command.ts';

// Generates clients from our description with openapi-generator, and goes through ordering, uploads and downloads with
// each. What is not on this machine, cannot be had, or is not done in time is left out, and a line says so. Its own step beside the other
// tests: it needs Java, a network the first time, and minutes.
//
//   npm run test:clients                      three minutes at most
//   npm run test:clients -- --minutes 15      on a slow machine
//   npm run test:clients -- java go           some of them

const GENERATOR = 'org.openapitools:openapi-generator-cli:7.14.0';
const MINUTES = 3;

const SELLER = '3f0e8a52-8c1d-4a7e-9d42-5b1f0c7e6a31';
/** Of the fixtures: it has its Export File. */
const FINISHED = '9a4e2f70-6c3b-4d18-b2a5-c07f1e8d3946';
const CONTENT = Buffer.from('%PDF-1.4\n\u00e4\u0000\r\n%%EOF\n', 'latin1');

const CACHE = path.join(
  process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'),
  'vatmock',
  'generated-clients',
);

const say = (line: string): void => {
  process.stdout.write(`generated clients: ${line}\n`);
};

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ');

/** The generator's file, fetched once; undefined, with a line, where it cannot be had. */
const fetchGenerator = async (run: Run): Promise<string | undefined> => {
  const [, name = '', version = ''] = GENERATOR.split(':');
  const jar = path.join(CACHE, `${name}-${version}.jar`);
  if (existsSync(jar)) return jar;
  try {
    await run(['java', '-version']);
    await run(['mvn', '-version']);
    const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
    await run(['mvn', '-q', '-B', copy, `-Dartifact=${GENERATOR}`, `-DoutputDirectory=${CACHE}`]);
    return jar;
  } catch (error) {
    say(`skipped: openapi-generator cannot be had (${reasonOf(error).slice(0, 200)})`);
    return undefined;
  }
};

const isThere = async ({ needs }: Language, run: Run): Promise<boolean> => {
  try {
    for (const command of needs) await run(command);
    return true;
  } catch {
    return false;
  }
};

/** All in one process: most of its time is its start. */
const generate = async (languages: readonly Language[], folder: string, jar: string, run: Run): Promise<void> => {
  const none = { apiTests: 'false', modelTests: 'false', apiDocs: 'false', modelDocs: 'false' };
  const files: string[] = [];
  for (const { generator, options = {} } of languages) {
    const file = path.join(folder, `${generator}.json`);
    const config = {
      generatorName: generator,
      inputSpec: path.join(import.meta.dirname, '../../spec/openapi.yaml'),
      outputDir: path.join(folder, generator),
      additionalProperties: options,
      globalProperties: none,
    };
    await writeFile(file, JSON.stringify(config));
    files.push(file);
  }
  await run(['java', '-jar', jar, 'batch', '--threads', '1', ...files]);
};

const sha256 = createHash('sha256').update(CONTENT).digest('hex');

/** What a flow has to say; only names of files differ, by what a client tells of a file. */
const isRight = (said: Readonly<Record<string, unknown>>): boolean => {
  const [type, , ...rest] = said['uploaded'] as readonly unknown[];
  const [kyc] = said['kyc'] as readonly unknown[];
  const types = said['types'] as readonly unknown[];
  return (
    isDeepStrictEqual([type, ...rest], ['CMR', CONTENT.byteLength, sha256]) &&
    kyc === 'VAT_CERTIFICATE' &&
    said['downloaded'] === sha256 &&
    types.includes('EXPORT_FILE') &&
    types.every((one) => typeof one === 'string') &&
    isDeepStrictEqual(said['events'], ['compliance.*'])
  );
};

const minutesOf = (args: readonly string[]): number => {
  const at = args.indexOf('--minutes');
  return at === -1 ? MINUTES : Number(args[at + 1]);
};

const main = async (args: readonly string[]): Promise<number> => {
  const run = createRun(Date.now() + minutesOf(args) * 60_000);
  await mkdir(CACHE, { recursive: true });
  const jar = await fetchGenerator(run);
  if (jar === undefined) return 0;
  const languages: Language[] = [];
  const named = args.filter((arg) => !/^(?:--|\d)/.test(arg));
  const isWanted = ({ name }: Language): boolean => named.length === 0 || named.includes(name.toLowerCase());
  for (const language of LANGUAGES)
    if (!isWanted(language)) continue;
    else if (await isThere(language, run)) languages.push(language);
    else say(`${language.name}: skipped, it is not on this machine`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-clients-'));
  const mock = await createMock();
  let faults = 0;
  try {
    try {
      await generate(languages, folder, jar, run);
    } catch (error) {
      const isFault = !(error instanceof OutOfTime);
      say(`${isFault ? 'FAILED' : 'skipped'}: openapi-generator: ${reasonOf(error)}`);
      return isFault ? 1 : 0;
    }
    const file = path.join(folder, 'cmr.pdf');
    await writeFile(file, CONTENT);
    for (const language of languages) {
      const { name, generator, fetch, build } = language;
      const place = { client: path.join(folder, generator), cache: path.join(CACHE, generator), run };
      await mkdir(place.cache, { recursive: true });
      try {
        await fetch?.(place);
      } catch (error) {
        say(`${name}: skipped, what it needs cannot be had (${reasonOf(error).slice(0, 200)})`);
        continue;
      }
      try {
        const env = {
          CLIENT: place.client,
          BASE_URL: mock.baseUrl,
          TOKEN: await mock.token(),
          SELLER,
          FINISHED,
          ORDER: JSON.stringify(newOrder({ externalOrderId: `GENERATED-${generator}` })),
          FILE: file,
          RECEIVER: `${mock.url}/inbox`,
        };
        const said = await run(await build(place), { env });
        if (!isRight(JSON.parse(said) as Record<string, unknown>)) throw new Error(`it said ${said}`);
        say(`${name}: ordered, uploaded, downloaded`);
      } catch (error) {
        const isFault = !(error instanceof OutOfTime);
        if (isFault) faults++;
        say(`${name}: ${isFault ? 'FAILED' : 'skipped'}: ${reasonOf(error)}`);
      }
    }
  } finally {
    await mock.close();
    await rm(folder, { recursive: true, force: true });
  }
  return faults === 0 ? 0 : 1;
};

process.exitCode = await main(process.argv.slice(2));
