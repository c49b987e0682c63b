import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

const LOGGER = new URL('../../../src/edges/system/logger.ts', import.meta.url).href;

/** What a process writes to its standard error in which `code` logs; it ends right after. */
const logged = (code: string): string[] => {
  const program = `const { createLog, logObserver } = await import(${JSON.stringify(LOGGER)});
    const observer = logObserver(await createLog({ logLevel: 'info', logFormat: 'json' }, false));
    const finish = (n) => observer.finished({ id: 'i', traceId: 't', method: 'GET', path: '/' + n, status: 200, source: 'faked', milliseconds: n });
    ${code}`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  return stderr.split('\n').slice(0, -1);
};

const pathsOf = (lines: readonly string[]): string[] =>
  lines.map((line) => (JSON.parse(line) as { readonly path: string }).path);

const paths = (count: number): string[] => Array.from({ length: count }, (_, n) => `/${String(n)}`);

test.each([
  ['by itself', '', 1],
  ['by itself, much later', 'await new Promise((done) => setTimeout(done, 300));', 1],
  ['at once', 'process.exit(0);', 3],
  ['at once, after more lines than are held back', 'process.exit(0);', 2000],
])('no line is lost when the process ends %s', (_how, ending, count) => {
  const lines = logged(`for (let n = 0; n < ${String(count)}; n++) finish(n); ${ending}`);
  expect(pathsOf(lines)).toEqual(paths(count));
});

test('lines of all kinds stay in their order', () => {
  const [first, second, third] = logged(`finish(0); observer.failed(new Error('oops'), 't'); finish(1);`).map(
    (line) => JSON.parse(line) as { readonly msg: string },
  );
  expect([first?.msg, second?.msg, third?.msg]).toEqual(['request', 'unexpected error', 'request']);
});
