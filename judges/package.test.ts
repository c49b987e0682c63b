/** What a stranger gets who installs the tarball into an empty project: everything here is run there, by the real runners. */
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { cp, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import type { RunningCommand } from '../test/support/command-line.ts';
import { type Ran, run } from '../test/acceptance/examples/run.ts';
import { commandsOf, shellOf, testsOf, toCommonJs } from './code-of-pages.ts';
import { type InstalledProject, createInstalledProject } from '../test/support/installed-project.ts';
import { findPort } from '../test/support/find-port.ts';
import { createTempFolder } from '../test/support/temp-folder.ts';

/** Builds, compilers and other runners take their time on a busy machine. */
jest.setTimeout(300_000);

const ROOT = path.join(import.meta.dirname, '..');
const tool = (name: string): string => path.join(import.meta.dirname, 'node_modules', name);
const JEST = 'node_modules/jest/bin/jest.js';
const RUNNERS = ['@jest/globals', '@playwright/test', '.bin/playwright', '@types/node', 'jest', 'typescript', 'vitest'];

/** Skips what needs a program that this machine lacks: Python with pytest, or a Unix shell. */
const testWith = async (program: string, args: readonly string[]) =>
  (await run(program, args, { cwd: ROOT })).code === 0 ? test : test.skip;
const testWithPytest = await testWith('python3', ['-m', 'pytest', '--version']);
const testWithShell = await testWith('bash', ['-c', 'curl --version && grep --version && sed --version']);

let project: InstalledProject;
beforeAll(async () => {
  project = await createInstalledProject({ build: ['--types'], beside: RUNNERS });
  await cp(project.file('node_modules/vatmock/docs/examples'), project.file('examples'), { recursive: true });
});
afterAll(() => project.remove());

const servers: RunningCommand[] = [];
const serve: InstalledProject['serve'] = async (...options) => {
  const server = await project.serve(...options);
  servers.push(server.command);
  return server;
};
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.signal('SIGTERM');
    await server.ended;
  }
});

const passes = (ran: Ran, output: string | RegExp): void => {
  expect(ran).toEqual({
    code: 0,
    output: typeof output === 'string' ? expect.stringContaining(output) : expect.stringMatching(output),
  });
};

describe('what is installed', () => {
  test('is one package, and light', () => {
    expect(project.installed.packages).toEqual(['node_modules/vatmock']);
    expect(project.installed.bytes).toBeLessThan(45_000_000);
  });

  test('is told with its licences', async () => {
    const licences = await project.read('dist/THIRD-PARTY-LICENCES.txt');
    for (const name of ['express 5', 'ajv 8', 'pdfkit 0', 'preact 11', 'undici 8'])
      expect(licences).toContain(`\n${name}`);
  });

  test('is well-formed, say publint and attw', async () => {
    passes(await project.node([tool('publint/src/cli.js'), 'run', project.tarball, '--strict']), 'All good!');
    passes(await project.node([tool('@arethetypeswrong/cli/dist/index.js'), project.tarball]), 'No problems found');
  });
});

test('the same sources make the same program in another place and another time zone', async () => {
  const elsewhere = await createTempFolder({});
  const made = elsewhere.file('dist');
  const shell = `git ls-files -co --exclude-standard | tar -c -T - | tar -x -C "$0" && cp -al node_modules "$0" && cp -al mcp/node_modules "$0/mcp" && cd "$0" && "$1" scripts/build.ts --out "$2"`;
  const args = ['-c', shell, elsewhere.path, process.execPath, made];
  passes(await run('bash', args, { cwd: ROOT, env: { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8' } }), '');
  const { output } = await run('diff', ['-rq', made, project.file('node_modules/vatmock/dist')], { cwd: ROOT });
  // Types are made only for a package, and only when it is packed.
  expect(output.split('\n').filter((line) => line !== '' && !/^Only in .*: index(?:\.d)?\.c?ts$/.test(line))).toEqual(
    [],
  );
  await elsewhere.remove();
});

/** So that there is something to explain. */
const beRefused = async (url: string): Promise<void> => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'api-client-demo',
    client_secret: 'demo-secret',
  });
  const granted = await fetch(`${url}/auth/realms/integration/protocol/openid-connect/token`, { method: 'POST', body });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const order = `${url}/v1/orders/00000000-0000-4000-8000-000000000000`;
  expect((await fetch(order, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404);
};

describe('the command line', () => {
  test('does what README.md shows', async () => {
    const { url } = await serve();
    const commands = commandsOf(await project.read('README.md'));
    expect(commands.map(([name]) => name)).toEqual(
      expect.arrayContaining(['--help', 'test', 'validate', 'listen', 'trigger']),
    );
    const env = { VATMOCK_URL: url };
    await beRefused(url);
    let listener: RunningCommand | undefined;
    for (const args of commands) {
      if (args[0] === 'listen') {
        servers.push((listener = project.start(args, env)));
        await listener.says('stdout', /^Press Ctrl-C/m);
      } else if (args.includes('--follow')) {
        const follower = project.start(args, env);
        servers.push(follower);
        await follower.says('stdout', /GET \/v1\/orders/);
      } else passes(await project.run('npx', ['vatmock', ...args], { env }), '');
      if (args[0] === 'trigger') await listener?.says('stdout', /compliance\.decision_made/);
    }
  });

  test('has the ready scenarios, and finds no fault with itself', async () => {
    const { output } = await project.run('vatmock', ['test', '--list']);
    expect(output.match(/^[a-z-]+ {2,}\S/gm)?.length).toBeGreaterThanOrEqual(30);
    passes(await project.run('vatmock', ['validate']), /scenarios: ok\n.*storyboards: ok\n$/);
  });

  test('tests a client', async () => {
    await cp(path.join(ROOT, 'test/acceptance/vatmock-test/client.js'), project.file('client.js'));
    passes(await project.run('vatmock', ['test', 'lost-answer', '--', 'node', 'client.js', 'telling']), 'attempt 2');
    const hasty = await project.run('vatmock', ['test', 'lost-answer', '--', 'node', 'client.js', 'hasty']);
    expect(hasty.code).toBe(1);
  });
});

test('the console is in the package, with the documentation', async () => {
  const { url } = await serve();
  const page = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.url]).toEqual([200, `${url}/__console`]);
  const loaded = [...(await page.text()).matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, path]) => path!);
  expect(loaded.length).toBeGreaterThanOrEqual(2);
  for (const path of [...loaded, '/__console/docs/index.json', '/__console/docs/integrating.json'])
    expect((await fetch(url + path)).status).toBe(200);
});

test('a webhook is delivered to a receiver, and the description served as YAML', async () => {
  const bodies: string[] = [];
  const receiver = createServer((socket) => {
    socket.on('data', (bytes) => {
      bodies.push(bytes.toString());
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  try {
    const { url } = await serve('--webhook-url', `http://127.0.0.1:${String(port)}/`);
    const fired = await fetch(`${url}/__admin/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'kyc.verification_completed' }),
    });
    expect(fired.status).toBe(201);
    const came = await fetch(`${url}/__admin/deliveries/await`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'DELIVERED' }),
    });
    expect([came.status, bodies.join('').includes('"type":"kyc.verification_completed"')]).toEqual([200, true]);
    expect(await (await fetch(`${url}/openapi.yaml`)).text()).toMatch(/^openapi: 3/);
  } finally {
    receiver.close();
  }
});

test('another API is served: descriptions are read, values made up and media types weighed without what was bundled', async () => {
  await project.write({
    'pets.yaml': `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: A pet
          content:
            application/json: { schema: { $ref: '#/components/schemas/Pet' } }
            text/plain: { schema: { type: string }, example: Rex }
components:
  schemas:
    Pet:
      type: object
      required: [name, tags, code]
      properties:
        name: { type: string, minLength: 3 }
        code: { type: string, pattern: '^[A-Z]{3}-[0-9]{2}$' }
        tags: { type: array, minItems: 2, items: { type: string, format: email } }
`,
  });
  const server = project.start(['serve', '--port', '0', '--spec', 'pets.yaml']);
  servers.push(server);
  const [, base = ''] = await server.says('stdout', /Base URL +(\S+)\n/);
  const ask = (headers: Record<string, string>): Promise<Response> => fetch(`${base}/pets/1`, { headers });
  const made = await ask({ accept: 'application/json', prefer: 'dynamic=true' });
  expect([made.status, await made.json()]).toEqual([
    200,
    { name: expect.any(String), code: expect.stringMatching(/^[A-Z]{3}-\d{2}$/), tags: expect.any(Array) },
  ]);
  expect(await (await ask({ accept: 'text/plain' })).text()).toBe('Rex');
});

testWithShell.each([
  ['README.md', ['HTTP/1.1 201 Created', '"field":"vins[0].vin"', 'HTTP/1.1 429 Too Many Requests']],
  ['docs/integrating.md', ['"decision":"VALID_EXPORT"', '"received":5', '"verdict":"met"']],
])('%s can be copied and pasted', async (page, texts) => {
  const { url } = await serve();
  const { code, output } = await project.run('bash', ['-c', shellOf(await project.read(page), url)]);
  expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
  // Spaces are for those who read.
  const said = output.replaceAll(/": /g, '":');
  for (const text of texts) expect(said).toContain(text);
});

test('the tour leaves a PDF behind', async () => {
  expect((await readFile(project.file('export-file.pdf'), 'latin1')).slice(0, 5)).toBe('%PDF-');
});

describe('the examples of docs/testing.md, by their own runners', () => {
  const esm = { env: { NODE_OPTIONS: '--experimental-vm-modules' } };

  test('Jest', async () => {
    passes(await project.node([JEST, '--rootDir', 'examples/jest'], esm), 'Tests:       2 passed, 2 total');
  });

  test('Jest in CommonJS, without a flag', async () => {
    const read = (name: string): Promise<string> => readFile(project.file(`examples/${name}`), 'utf8');
    await project.write({
      'commonjs/package.json': JSON.stringify({ type: 'commonjs' }),
      'commonjs/order-client.js': toCommonJs(await read('order-client.js')),
      'commonjs/jest/orders.test.js': toCommonJs(await read('jest/orders.test.js')),
    });
    const transform = JSON.stringify({ testEnvironment: 'node', transform: {}, rootDir: project.file('commonjs') });
    passes(await project.node([JEST, '--config', transform]), 'Tests:       2 passed, 2 total');
  });

  test('Vitest, and what the page says in TypeScript', async () => {
    const page = Object.entries(testsOf(await project.read('docs/testing.md')));
    await project.write(Object.fromEntries(page.map(([name, text]) => [`examples/vitest/${name}`, text])));
    const ran = await project.node([
      'node_modules/vitest/vitest.mjs',
      'run',
      '--root',
      'examples/vitest',
      '--no-color',
    ]);
    passes(ran, /Test Files +3 passed \(3\)/);
  });

  test('node --test', async () => {
    passes(await project.node(['--test', '--test-reporter=tap', 'examples/node-test/orders.test.js']), '# pass 2');
  });

  test('of another API, as docs/foreign-descriptions.md says', async () => {
    passes(await project.node(['--test', '--test-reporter=tap', 'examples/any-api/tickets.test.js']), '# pass 1');
  });

  test('Playwright, which needs no browser for it', async () => {
    const config = await readFile(project.file('examples/playwright/playwright.config.js'), 'utf8');
    const port = String(await findPort());
    await project.write({ 'examples/playwright/playwright.config.js': config.replaceAll('4010', port) });
    passes(await project.run('playwright', ['test', '--reporter=list'], { in: 'examples/playwright' }), '1 passed');
  });

  testWithPytest('pytest', async () => {
    const env = { PYTHONDONTWRITEBYTECODE: '1' };
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
    passes(await project.run('python3', args, { in: 'examples/pytest', env }), '2 passed');
  });
});

describe('a program of one’s own', () => {
  const USE = `const mock = await createMock();
    const { status } = await mock.handle(new Request(mock.baseUrl + '/me', { headers: { authorization: 'Bearer ' + (await mock.token()) } }));
    await mock.close();
    console.log('status', status, typeof defineScenario, Object.getPrototypeOf(ExpectationError) === Error);`;

  test('imports it', async () => {
    await project.write({
      'use.mjs': `import { createMock, defineScenario, ExpectationError } from 'vatmock';\n${USE}`,
    });
    passes(await project.node(['use.mjs']), 'status 200 function true');
  });

  test('requires it, and gets the same', async () => {
    await project.write({
      'use.cjs': `const { createMock, defineScenario, ExpectationError } = require('vatmock');
        (async () => { ${USE}
          console.log('same', (await import('vatmock')).createMock === createMock, require('vatmock/package.json').name);
        })();`,
    });
    passes(await project.node(['use.cjs']), 'status 200 function true\nsame true vatmock');
  });

  const STRICT = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2024',
  };
  const SOURCE = `import { type Mock, type components, createMock, defineScenario } from 'vatmock';
    export type Order = components['schemas']['Order'];
    const mock: Mock = await createMock({ seed: 'types', delays: 'skip' });
    const wanted = defineScenario({ scenario: 'fails', steps: [{ on: 'createOrder', reply: { problem: 'internal-error' } }] });
    await (await mock.scenario(wanted)).verify();
    const port: string = new URL(mock.url).port;
    console.log(port, mock.findings.length);
    // @ts-expect-error: an operation that there is not
    defineScenario({ scenario: 'misspelt', steps: [{ on: 'createOrdr' }] });
    // @ts-expect-error: a setting that there is not
    await createMock({ prot: 0 });
    await mock.close();`;

  test.each([
    ['nodenext', { module: 'nodenext', lib: ['es2024'], types: ['node'] }],
    ['node16', { module: 'node16', lib: ['es2024'], types: ['node'] }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2024', 'dom'], types: [] }],
  ])('in TypeScript as strict as can be, resolved as %s', async (name, options) => {
    const isForNode = options.module.startsWith('node');
    await project.write({
      [`${name}/tsconfig.json`]: JSON.stringify({ compilerOptions: { ...STRICT, ...options }, include: ['.'] }),
      [`${name}/use.ts`]: SOURCE,
      ...(isForNode
        ? {
            [`${name}/required.cts`]: `import vatmock = require('vatmock');
              void vatmock.createMock({ seed: 'required' }).then((mock: vatmock.Mock) => mock.close());`,
          }
        : {}),
    });
    const ran = await project.node(['node_modules/typescript/bin/tsc', '-p', name]);
    expect(ran).toEqual({ code: 0, output: '' });
  });
});
