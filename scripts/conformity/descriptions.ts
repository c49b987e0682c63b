// How well the descriptions of other vendors are served.
//
//   npm run conformity:descriptions -- FOLDER... [--operations 300] [--seed 1] [--state strict] [--verbose]
//
// Each FOLDER (or file) holds descriptions, which stay outside the repository, or a folder for each vendor. For each description
// the server starts as a user starts it. Drawn operations are called with requests that a second reading of the schemas, by plain
// Ajv, finds good; what the server keeps is created, read, listed, changed and deleted in this order. Every answer is judged by a
// reading of the description that shares no code with the server.
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Contract } from '../../src/engine/contract/contract.ts';
import { createRouter } from '../../src/engine/routing/router.ts';
import { inferResources } from '../../src/engine/resources/infer.ts';
import type { MemberPath } from '../../src/engine/resources/resource.ts';
import { loadContract } from '../../src/engine/validation/load-contract.ts';
import { createRandom } from '../../src/kernel/random.ts';
import { readMemory } from '../../test/attack/server/read-process.ts';
import { type Answer, NULL_AS_MEANT, createJudge } from './judge-answers.ts';
import { createRequestMaker } from './make-request.ts';
import { createPathTexts } from './path-texts.ts';
import { drawPlay } from './play-order.ts';
import { serve } from './serve-description.ts';

const { values: options, positionals: places } = parseArgs({
  allowPositionals: true,
  options: {
    operations: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    state: { type: 'string', default: 'inferred' },
    verbose: { type: 'boolean', default: false },
  },
});
if (places.length === 0) {
  process.stderr.write(
    'usage: npm run conformity:descriptions -- FOLDER... [--operations 300] [--seed 1] [--state strict] [--verbose]\n',
  );
  process.exit(2);
}

/** The descriptions of a folder, and of the folders in it; what a description refers to is none. */
const filesIn = async (place: string, depth = 1): Promise<string[]> => {
  if ((await stat(place)).isDirectory()) {
    const names = (await readdir(place)).toSorted();
    const files = depth < 0 ? [] : names.map((name) => filesIn(path.join(place, name), depth - 1));
    return (await Promise.all(files)).flat();
  }
  if (!/\.(?:json|ya?ml)$/.test(place)) return [];
  return /^\s*["']?(?:openapi|swagger)["']?\s*:/m.test(await readFile(place, 'utf8')) ? [place] : [];
};

interface Tally {
  calls: number;
  notServed: number;
  good: number;
  refused: number;
  wrong: number;
  /** Answers with a null that the description means to allow, and does not by the letter. */
  nulls: number;
  created: number;
  cameBack: number;
  listed: number;
  slowest: number;
  longestTurn: number;
}

const NOTHING: Tally = {
  ...{ calls: 0, notServed: 0, good: 0, refused: 0, wrong: 0, nulls: 0, created: 0, cameBack: 0, listed: 0 },
  ...{ slowest: 0, longestTurn: 0 },
};

const memberAt = (body: unknown, place: MemberPath): unknown =>
  place.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined),
    body,
  );

const idIn = (body: unknown, place: MemberPath | undefined): string | undefined => {
  const id = place === undefined ? undefined : memberAt(body, place);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
};

const check = async (file: string): Promise<Tally> => {
  const tally = { ...NOTHING };
  const contract: Contract = await loadContract(file, { trusted: false, examples: 0 });
  const judge = await createJudge(file);
  const makeRequest = createRequestMaker(contract);
  const { resources } = inferResources(contract);
  const play = drawPlay(contract, resources, Number(options.operations), createRandom(options.seed));
  const texts = createPathTexts();
  const router = createRouter(contract.operations);
  const reasons = new Map<string, number>();
  const server = await serve(file, options.state);
  await server.gauge();
  const removed = new Set<string>();
  const created = new Map<string, string>();
  for (const step of play) {
    const { operation, resource, part } = step;
    const made = await makeRequest(operation, texts.knownTo(step));
    texts.used(step, made.path);
    const { method } = operation;
    if (router.find(method, made.path.split('?')[0] ?? '')?.operation !== operation) {
      count(reasons, 'another operation has the same method and path');
      tally.notServed++;
      continue;
    }
    const before = performance.now();
    let answer: Answer;
    try {
      const response = await fetch(server.url + made.path, {
        method,
        redirect: 'manual',
        headers: made.headers,
        ...(made.body === undefined ? {} : { body: made.body }),
      });
      answer = { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      tally.wrong++;
      process.stdout.write(`  no answer ${operation.id}: ${String(error)}\n`);
      if (server.process.exitCode !== null) break;
      continue;
    }
    const { status, headers, text } = answer;
    const took = performance.now() - before;
    tally.calls++;
    tally.slowest = Math.max(tally.slowest, took);
    const turn = await server.gauge();
    tally.longestTurn = Math.max(tally.longestTurn, turn.own);
    const say = (what: string): void => {
      if (options.verbose)
        process.stdout.write(
          `  ${what}: ${operation.id} (${method} ${operation.path}${part === undefined ? '' : `, ${part.does}`}, ${made.origin}) ${String(status)} ${text.slice(0, 300)} ${headers.get('x-mock-problem')?.slice(0, 400) ?? ''}\n`,
        );
    };
    if (turn.own > LONG_TURN) say(`turn of ${turn.own.toFixed(0)} ms (${turn.resource})`);
    if (status === 501) {
      tally.notServed++;
      count(reasons, headers.get('x-mock-problem') ?? text);
      say('not served');
      continue;
    }
    const isRefusal = headers.get('x-mock-source') === 'engine';
    const mayBeAbsent = status === 404 && (options.state === 'strict' || removed.has(resource?.name ?? ''));
    if (made.isGood) {
      tally.good++;
      if (isRefusal && !mayBeAbsent) {
        tally.refused++;
        say('refused');
      }
    }
    // "If none is declared", a refusal is a problem of RFC 9457.
    const isProblem = status >= 400 && headers.get('content-type')?.startsWith('application/problem+json') === true;
    const fault = isProblem ? undefined : judge(operation.pointer, method, answer);
    if (fault?.startsWith(NULL_AS_MEANT) === true) {
      tally.nulls++;
      say(fault);
    } else if (fault !== undefined) {
      tally.wrong++;
      say(`wrong, ${fault}`);
    }
    if (part === undefined || resource === undefined || isRefusal) continue;
    const body: unknown = headers.get('content-type')?.includes('json') === true && text !== '' ? JSON.parse(text) : {};
    const shown = part.response === undefined ? undefined : memberAt(body, part.response);
    const kept = created.get(resource.name);
    if (part.does === 'create') {
      const id = idIn(shown, resource.id);
      if (id === undefined) continue;
      texts.created(step, id);
      created.set(resource.name, id);
      tally.created++;
    } else if (part.does === 'read' && kept !== undefined && !removed.has(resource.name)) {
      if (idIn(shown, resource.id) === kept) tally.cameBack++;
      else say(`not kept, ${kept}`);
    } else if (part.does === 'list' && kept !== undefined) {
      if (Array.isArray(shown) && shown.some((item) => idIn(item, resource.id) === kept)) tally.listed++;
      else say(`not listed, ${kept}`);
    } else if (part.does === 'delete') removed.add(resource.name);
  }
  const memory = readMemory(server.process.pid ?? 0);
  const hasCrashed = server.process.exitCode !== null;
  await server.stop();
  process.stdout.write(
    `${path.relative(process.cwd(), file)}: ${String(contract.operations.length)} operations, ${String(resources.length)} resources; ${String(new Set(play.map(({ operation }) => operation.id)).size)} played in ${String(tally.calls)} calls: ${String(tally.notServed)} not served, ${String(tally.good)} good requests, ${String(tally.refused)} refused, ${String(tally.wrong)} wrong, ${String(tally.nulls)} with a null by its meaning; ${String(tally.created)} created, ${String(tally.cameBack)} reads and ${String(tally.listed)} lists had it; start ${(server.startMilliseconds / 1000).toFixed(1)} s of CPU, at most ${((memory?.peak ?? 0) / 1_048_576).toFixed(0)} MB; slowest call ${tally.slowest.toFixed(0)} ms, longest turn ${tally.longestTurn.toFixed(0)} ms${hasCrashed ? '; CRASHED' : ''}\n`,
  );
  for (const [reason, calls] of reasons) process.stdout.write(`  ${String(calls)} not served: ${reason}\n`);
  if (hasCrashed) process.exitCode = 1;
  return tally;
};

const count = (reasons: Map<string, number>, reason: string): void => {
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
};

/** Milliseconds of CPU time in which the server answers nobody else. */
const LONG_TURN = 20;

const whole: Tally = { ...NOTHING };
for (const place of places)
  for (const file of await filesIn(place)) {
    try {
      const tally = await check(file);
      for (const name of ['calls', 'notServed', 'good', 'refused', 'wrong'] as const) whole[name] += tally[name];
    } catch (error) {
      process.stdout.write(`${path.basename(file)}: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
const share = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(2)} %`;
process.stdout.write(
  `all: ${String(whole.calls)} calls, ${share(whole.notServed, whole.calls)} not served; ${String(whole.good)} good requests, ${share(whole.refused, whole.good)} refused; ${String(whole.wrong)} wrong answers\n`,
);
if (whole.notServed * 100 > whole.calls || whole.refused * 100 > whole.good || whole.wrong > 0) process.exitCode = 1;
