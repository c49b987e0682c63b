// What becomes of the descriptions of other vendors: how many operations cannot be served, and how many good requests are
// refused.
//
//   npm run conformity:descriptions -- FOLDER...
//
// Each FOLDER (or file) holds descriptions, which stay outside the repository. Every operation is called once, with a
// request made from the examples of its description, or drawn from its schemas where it has none. A request is good when
// a second reading of the schemas, by plain Ajv, says so.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { createMock } from '../../src/index.ts';
import { loadContract } from '../../src/engine/validation/load-contract.ts';
import { createRequestMaker } from './make-request.ts';

const filesIn = async (place: string): Promise<string[]> => {
  if (!(await stat(place)).isDirectory()) return [place];
  const names = await readdir(place);
  return names.filter((name) => /\.(?:json|ya?ml)$/.test(name)).map((name) => path.join(place, name));
};

interface Tally {
  operations: number;
  notServed: number;
  good: number;
  refused: number;
  slowest: number;
}

const isVerbose = process.argv.includes('--verbose');
const places = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (places.length === 0) {
  process.stderr.write('usage: npm run conformity:descriptions -- FOLDER... [--verbose]\n');
  process.exit(2);
}

const check = async (file: string): Promise<Tally> => {
  const tally: Tally = { operations: 0, notServed: 0, good: 0, refused: 0, slowest: 0 };
  const contract = await loadContract(file, { trusted: false });
  const makeRequest = createRequestMaker(contract);
  const began = performance.now();
  const mock = await createMock({ spec: file, port: 0 });
  const start = performance.now() - began;
  for (const operation of contract.operations) {
    tally.operations++;
    const made = await makeRequest(operation);
    const url = mock.baseUrl + made.path;
    const { method } = operation;
    const before = performance.now();
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: made.headers,
      ...(made.body === undefined ? {} : { body: made.body }),
    });
    const text = await response.text();
    const took = performance.now() - before;
    tally.slowest = Math.max(tally.slowest, took);
    const say = (what: string): void => {
      if (isVerbose)
        process.stdout.write(
          `  ${what} ${operation.id} (${made.origin}): ${text.slice(0, 300)} ${response.headers.get('x-mock-problem')?.slice(0, 400) ?? ''}\n`,
        );
    };
    if (took > 500 && isVerbose) process.stdout.write(`  ${operation.id} took ${took.toFixed(0)} ms\n`);
    if (response.status === 501) {
      tally.notServed++;
      say('501');
      continue;
    }
    if (!made.isGood) continue;
    tally.good++;
    if (response.headers.get('x-mock-source') !== 'engine') continue;
    tally.refused++;
    say(String(response.status));
  }
  await mock.close();
  process.stdout.write(
    `${path.basename(file)}: ${String(tally.operations)} operations, ${String(tally.notServed)} not served; ${String(tally.good)} good requests, ${String(tally.refused)} refused; ${String(mock.findings.length)} findings; start ${start.toFixed(0)} ms, slowest call ${tally.slowest.toFixed(0)} ms\n`,
  );
  return tally;
};

const whole: Tally = { operations: 0, notServed: 0, good: 0, refused: 0, slowest: 0 };
for (const place of places)
  for (const file of await filesIn(place)) {
    try {
      const { operations, notServed, good, refused } = await check(file);
      whole.operations += operations;
      whole.notServed += notServed;
      whole.good += good;
      whole.refused += refused;
    } catch (error) {
      process.stdout.write(`${path.basename(file)}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(2)} %`;
process.stdout.write(
  `all: ${String(whole.operations)} operations, ${share(whole.notServed, whole.operations)} not served; ${String(whole.good)} good requests, ${share(whole.refused, whole.good)} refused\n`,
);
if (whole.notServed * 100 > whole.operations || whole.refused * 100 > whole.good) process.exitCode = 1;
