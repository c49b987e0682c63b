import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Attack, Stage } from '../attack.ts';
import { send } from '../network/send.ts';
import type { RunningServer } from '../server/start-server.ts';

const aliases = (levels: number): string =>
  [
    'openapi: 3.1.0',
    'info: { title: Bomb, version: 1.0.0 }',
    'paths: {}',
    'x-a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: levels }, (_, index) => {
      const alias = `*a${String(index)}`;
      return `x-a${String(index + 1)}: &a${String(index + 1)} [${Array(9).fill(alias).join(', ')}]`;
    }),
  ].join('\n');

const describe = (schema: string): string => `openapi: 3.1.0
info: { title: Foreign, version: 1.0.0 }
paths:
  /things:
    post:
      operationId: createThing
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, properties: { a: ${schema} } } } }
      responses:
        '200':
          description: A thing.
          content: { application/json: { schema: { type: object, required: [a], properties: { a: ${schema} } } } }
`;

/** Its alternatives lead to the same schema again, and only the first says by `op` when it is meant. */
const A = '$ref: "#/paths/~1things/post/requestBody/content/application~1json/schema/properties/a"';
const FILTER = `{ oneOf: [{ type: object, required: [x], properties: { x: { ${A} }, op: { const: and } } }, { type: object, properties: { x: { ${A} }, y: { ${A} } } }, { type: integer }] }`;

const nested = (depth: number): unknown => (depth === 0 ? 'text' : { x: nested(depth - 1) });

const different = (count: number): object[] =>
  Array.from({ length: count }, (_, id) => ({ id, name: `name ${String(id)}` }));

/** Milliseconds for a start or an answer, on a busy machine. */
const LONGEST = 8000;

/** Milliseconds that a server may take to say that it does not start. */
const LONGEST_START = 10_000;

interface Start {
  readonly server: RunningServer;
  /** Undefined if it serves. */
  readonly exit: number | string | undefined;
  readonly milliseconds: number;
  readonly log: string;
}

/** Starts a server that may refuse to. */
const startWith = async (stage: Stage, flags: readonly string[]): Promise<Start> => {
  const begin = performance.now();
  const server = await stage.start({ flags });
  const exit = server.isAlive() ? undefined : await server.ended;
  return { server, exit, milliseconds: performance.now() - begin, log: server.log() };
};

/** Refused at once, with one line that says why. */
const expectRefusal = (stage: Stage, what: string, { exit, milliseconds, log }: Start, line: RegExp): void => {
  stage.expect(exit === 1 || exit === 2, `${what}: ended with ${String(exit)}`);
  stage.expect(milliseconds < LONGEST_START, `${what}: took ${milliseconds.toFixed(0)} ms`);
  stage.expect(line.test(log), `${what}: said ${log.slice(-300)}`);
  stage.expect(!/^\s+at /m.test(log), `${what}: a stack in place of a line`);
};

export const foreignDescriptions: Attack = {
  name: 'foreign-descriptions',
  threat:
    'In a description that we did not write: ^(a+)+$ hangs the server for ever, minLength: 300000000 takes 2.8 GB, maxLength: 2147483647 ends the process, so does a body of 130 bytes for a recursive oneOf, uniqueItems compares each with each, an alias bomb hangs the start, multipleOf: 0.01 refuses 18.26.',
  wanted: 'Linear-time expressions and validation, limits with clear lines.',
  unattended: true,
  play: async (stage) => {
    const write = async (name: string, text: string): Promise<string[]> => {
      const file = path.join(stage.folder, `${name}.yaml`);
      await writeFile(file, text);
      return ['--spec', file];
    };
    expectRefusal(stage, 'alias bomb', await startWith(stage, await write('bomb', aliases(12))), /alias/i);

    const ask = async (name: string, schema: string, a: unknown, wanted: readonly number[]) => {
      const { server, exit } = await startWith(stage, await write(name, describe(schema)));
      if (exit !== undefined) {
        expectRefusal(stage, name, await startWith(stage, await write(name, describe(schema))), /vatmock: /);
        return;
      }
      const outcome = await send(server.url, {
        method: 'POST',
        path: '/things',
        json: { a },
        within: LONGEST,
      });
      stage.expectStatuses([outcome], wanted);
      if (name === 'cents') {
        const { a: faked } = JSON.parse(outcome.text || '{}') as { a?: number };
        stage.expect(faked === undefined || /^-?\d+(?:\.\d{1,2})?$/.test(String(faked)), `a faked ${String(faked)}`);
      }
      stage.expect(server.isAlive(), `${name}: the server ${server.ending()}`);
      await server.stop();
    };
    await ask('backtracking', "{ type: string, pattern: '^(a+)+$' }", `${'a'.repeat(40)}!`, [400, 422]);
    await ask('long-text', '{ type: string, minLength: 300000000 }', undefined, [200, 500, 501]);
    await ask('database-column', '{ type: string, maxLength: 2147483647 }', undefined, [200]);
    await ask('unique', '{ type: array, uniqueItems: true, items: { type: object } }', different(20_000), [200]);
    await ask('filter', FILTER, nested(25), [422]);
    await ask('cents', '{ type: number, multipleOf: 0.01 }', 18.26, [200]);
  },
};
