// What metrics and traces cost a request: the same server without and with them, in one process, in short blocks in turn,
// whole requests without the sockets, by CPU time. `--quick` shows that it works.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from '../src/index.ts';
import { median } from './median.ts';
import { CLIENT, type Work, toRequest } from './work.ts';

const quick = process.argv.includes('--quick');
const BLOCK = quick ? 50 : 500;
const BLOCKS = quick ? 2 : 60;
const WARM_UP = quick ? 1 : 6;
/** Among too many orders, the last servers would be measured with more of them than the first. */
const WORKS = ['me', 'orders'] as const satisfies readonly Work[];

/** Takes what comes; its work counts, as it does on a machine that runs both. */
const sink = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end());
});
await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
const collector = `http://127.0.0.1:${String((sink.address() as AddressInfo).port)}`;

const candidates = {
  off: await createMock({ seed: 'bench' }),
  'off again': await createMock({ seed: 'bench' }),
  metrics: await createMock({ seed: 'bench', metricsPort: '0' }),
  traces: await createMock({ seed: 'bench', openTelemetry: { OTEL_EXPORTER_OTLP_ENDPOINT: collector } }),
};
type Name = keyof typeof candidates;
const names = Object.keys(candidates) as Name[];

const measure = async (name: Name, work: Work): Promise<number> => {
  const mock = candidates[name];
  const { basePath } = mock.contract;
  const request = toRequest(work, basePath, `Bearer ${await mock.token(CLIENT.id)}`);
  const before = process.cpuUsage();
  for (let count = 0; count < BLOCK; count++) {
    const { path = request.path, headers = request.headers, body = request.body } = request.vary?.() ?? {};
    const response = await mock.handle(
      new Request(mock.url + path, { method: request.method, headers, ...(body === undefined ? {} : { body }) }),
    );
    if (response.status !== request.status) throw new Error(`${name}: ${String(response.status)}`);
    await response.arrayBuffer();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / BLOCK;
};

const rows: string[] = [];
for (const work of WORKS) {
  const ratios = new Map<Name, number[]>(names.map((name) => [name, []]));
  const costs: number[] = [];
  for (let block = -WARM_UP; block < BLOCKS; block++) {
    // In another order each time: who comes first after a collection of garbage pays for it.
    const order = names.map((_, index) => names[(index + block + names.length * WARM_UP) % names.length] ?? 'off');
    const cost = new Map<Name, number>();
    for (const name of order) cost.set(name, await measure(name, work));
    if (block < 0) continue;
    const off = cost.get('off') ?? Number.NaN;
    costs.push(off);
    for (const name of names) ratios.get(name)?.push((cost.get(name) ?? Number.NaN) / off);
  }
  for (const name of names) {
    const ratio = median(ratios.get(name) ?? []);
    rows.push(
      `| ${work} | ${name} | ${((ratio - 1) * median(costs)).toFixed(1)} | ${((ratio - 1) * 100).toFixed(1)} % |`,
    );
  }
  rows.push(`| ${work} | a whole request | ${median(costs).toFixed(1)} | |`);
}
process.stdout.write(
  `Node ${process.versions.node}, CPU us per request, median of ${String(BLOCKS)} blocks of ${String(BLOCK)} in turn\n\n| Work | With | us | of a request |\n| --- | --- | ---: | ---: |\n${rows.join('\n')}\n`,
);
for (const name of names) await candidates[name].close();
sink.close();
sink.closeAllConnections();
