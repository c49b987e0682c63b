import { describe, expect, test } from '@jest/globals';
import { readPlan } from '../../bench/plan.ts';
import { toPage } from '../../bench/report/page.ts';
import { formerTable, goalTable, toNumber } from '../../bench/report/tables.ts';
import { sampleResults } from './sample-results.ts';

const rowOf = (table: string, ...cells: readonly string[]): string =>
  table.split('\n').find((line) => cells.every((cell) => line.includes(cell))) ?? '';

describe('the goals', () => {
  const table = goalTable(sampleResults());

  test('a ratio that is just what is wanted has reached it', () => {
    expect(rowOf(table, '| GET /me |', 'Prism')).toMatch(/at least 8\.00 \| 8\.00 \| {2}\| 6\.40 \| reached/);
  });

  test('a ratio below has missed it', () => {
    expect(rowOf(table, 'GET /me, all gates on')).toMatch(/at least 0\.80 \| 0\.40 \|.*\*\*missed\*\*/);
  });

  test('what is to be small is measured the other way round', () => {
    expect(rowOf(table, 'start to first answer, the package')).toMatch(/at most 0\.22 \| 1\.00 \|.*\*\*missed\*\*/);
  });

  test('what scenarios cost others is held against the same without them', () => {
    expect(rowOf(table, 'GET /me, five scenarios')).toMatch(/at most 1\.05 \| 1\.05 \|.*reached/);
    expect(rowOf(table, 'POST orders valid, five scenarios')).toMatch(/not measured/);
  });

  test('a kept thing is held against an example, with the spread of the rounds', () => {
    expect(rowOf(table, 'GET of a kept thing')).toMatch(/at most 1\.20 \| 1\.20 \| 1\.10 to 1\.30 \|.*reached/);
  });

  test('what is kept is held against a GET of the bare server, and against what was wanted', () => {
    expect(rowOf(table, 'GET of a kept order')).toMatch(/at least 0\.65 \| 0\.80 \|.*reached/);
    expect(rowOf(table, 'replay of an order')).toMatch(/at least 0\.65 \| 0\.50 \|.*\*\*missed\*\*/);
    expect(rowOf(table, 'page of 20 orders')).toMatch(/not measured/);
    expect(rowOf(table, 'kB of memory')).toMatch(/at most 2\.50 \| 2\.60 \|.*\*\*missed\*\*/);
    expect(rowOf(table, 'longest wait')).toMatch(/at most 10\.0 \| 9\.00 \|.*reached/);
  });

  test('streams are held against none, with and without scenarios', () => {
    expect(rowOf(table, 'ten open streams of activity')).toMatch(/at most 1\.10 \| 1\.08 \|.*reached/);
    expect(rowOf(table, 'ten open streams and five')).toMatch(/at most 1\.05 \| 1\.04 \|.*reached/);
  });

  test('latency and many sandboxes are held against the bare server, and against few', () => {
    expect(rowOf(table, 'p99 of POST orders')).toMatch(/at most 2\.00 \| 2\.00 \|.*reached/);
    expect(rowOf(table, '10,000 sandboxes')).toMatch(/at most 1\.20 \| 1\.25 \|.*\*\*missed\*\*/);
  });

  test('a hanging receiver is held against deliveries without it', () => {
    expect(rowOf(table, 'a receiver of the same sandbox hangs')).toMatch(/at least 0\.90 \| 0\.89 \|.*\*\*missed\*\*/);
    expect(rowOf(table, 'a receiver of another sandbox hangs')).toMatch(/not measured/);
  });

  test('without the peer there is no verdict', () => {
    expect(rowOf(table, 'WireMock')).toMatch(/not measured/);
    expect(rowOf(table, 'WireMock')).not.toMatch(/reached|missed/);
  });
});

describe('the page', () => {
  const plan = readPlan(['--date', '2026-11-21'], '2000-01-01')!;
  const page = toPage(sampleResults(), plan, { words: '2 cores, 8 GB', isPinned: true });

  test('says when and on what it was measured', () => {
    expect(page).toContain('on 2026-11-21; 2 cores, 8 GB.');
  });

  test('shows rate, CPU time and memory of the webhook deliveries', () => {
    expect(page).toContain('| vatmock | 10,000 | 8.00 | 1,250 | 640 | 234 |');
    expect(page).toContain('| WireMock | 10,000 | 5.00 | 2,000 |  |  |');
  });

  test('shows what is kept beside an example', () => {
    expect(page).toContain('| vatmock --spec | 50.0 | 60.0 | 1.20 | 90.0 |');
  });

  test('shows what PostgreSQL costs beside memory', () => {
    expect(page).toContain('| memory | 200 | 1.00 | 5,000 | 0.40 |');
    expect(page).toContain('| PostgreSQL | 500 | 2.50 | 2,000 | 2.00 |');
  });

  test('shows what a hanging receiver costs the others', () => {
    expect(page).toContain('| none | 1,000 | 1.00 | 600 | 1.00 |');
    expect(page).toContain('| one in the same sandbox | 890 | 0.89 | 660 | 1.10 |');
  });

  test('shows latencies, and what many sandboxes cost', () => {
    expect(page).toContain('| vatmock | 2,500 | 0.50 | 2.00 | 12.0 |');
    expect(page).toContain('| 10,000 | 125 | 300 |');
    expect(page).toContain('takes 2.60 kB of memory');
    expect(page).toContain('24.0 MB) takes 3.00 ms of CPU for 150 kB; another request waits 9.00 ms at most');
  });

  test('shows what the proxy adds', () => {
    expect(page).toContain('| GET /me | 0.50 | 3.00 | 2.50 |');
    expect(page).toMatch(/`vatmock proxy`, milliseconds added .*\| reached/);
  });

  test('names who was left out, and why', () => {
    expect(page).toContain('- WireMock: needs Java, which is not here');
  });

  test('says of each missed goal what limits it', () => {
    const missed = page.split('\n').filter((line) => line.startsWith('- **'));
    expect(missed.find((line) => line.startsWith('- **GET /me, all gates on'))).toMatch(/: \S+/);
  });

  test('says it when processes could not be pinned', () => {
    expect(toPage(sampleResults(), plan, { words: '', isPinned: false })).toContain('could not be pinned');
    expect(page).not.toContain('could not be pinned');
  });
});

test.each([
  [1234.5, '1,235'],
  [99.96, '100.0'],
  [12.34, '12.3'],
  [1.234, '1.23'],
  [undefined, ''],
])('%p is shown as %p', (value, shown) => {
  expect(toNumber(value)).toBe(shown);
});

describe('a comparison with a former checkout', () => {
  test('shows the ratio of the CPU times', () => {
    const table = formerTable([{ workload: 'GET /me, µs', former: 200, present: 206 }]);
    expect(rowOf(table, 'GET /me')).toBe('| GET /me, µs | 200 | 206 | 1.030 |');
  });

  test('shows none where the machine does not tell the CPU time', () => {
    const table = formerTable([{ workload: 'replay, µs', former: undefined, present: 206 }]);
    expect(rowOf(table, 'replay')).toBe('| replay, µs |  | 206 |  |');
  });

  test('is measured where --former names one', () => {
    expect(readPlan(['--former', '../vatmock-1.0'], '2000-01-01')?.former).toBe('../vatmock-1.0');
    expect(readPlan([], '2000-01-01')?.former).toBeUndefined();
  });
});
