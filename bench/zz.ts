import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildProduct } from './product.ts';
import { freePort } from './server.ts';
import { measure } from './load.ts';
import { cpuSeconds } from './process-figures.ts';
import { createVatmock } from './peers/vatmock.ts';
import { toRequest, type Work, replayedOrder } from './work.ts';
const [, , mode, rounds = '5', ...roots] = process.argv;
const works = (process.env.WORKS ?? 'me,orders,example,invalid').split(',') as Work[];
const start = async (program: string, prof?: string) => {
  const port = await freePort();
  const peer = createVatmock(program);
  const cmd = peer.command(port, { folder: '/tmp/prof', description: '', answers: '' } as never);
  const args = prof ? ['--cpu-prof', '--cpu-prof-dir', prof, ...cmd.slice(1)] : cmd.slice(1);
  const child = spawn(cmd[0], args, { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (;;) { try { if ((await fetch(url + '/__admin/health')).ok) break; } catch {} await sleep(50); }
  const authorization = (await peer.signIn?.(url)) ?? '';
  return { child, peer, server: { url, cpuSeconds: () => cpuSeconds(child.pid!) }, authorization };
};
const built = roots.map((root, i) => { const f = `/tmp/prof/build-${i}-${process.pid}`; mkdirSync(f, { recursive: true }); return buildProduct(f, root); });
if (mode === 'prof') {
  const s = await start(built[0], '/tmp/prof/out');
  for (const w of works) await measure(s.server, toRequest(w, '/v1', s.authorization), { requests: 15000 });
  s.child.kill('SIGTERM'); await sleep(4000);
} else {
  const servers = await Promise.all(built.map((b) => start(b)));
  for (const w of works) {
    const figures: number[][] = built.map(() => []);
    for (let r = 0; r < Number(rounds) + 1; r++)
      for (const [i, s] of servers.entries()) {
        s.authorization = (await s.peer.signIn?.(s.server.url)) ?? '';
        const m = await measure(s.server, w === 'replay' as never ? replayedOrder('/v1')(s.authorization) : toRequest(w, '/v1', s.authorization), { requests: 3000 });
        if (r > 0) figures[i].push(m.cpuMicroseconds!);
      }
    const med = figures.map((f) => f.sort((a, b) => a - b)[f.length >> 1]!);
    const min = figures.map((f) => f[0]);
    console.log(w.padEnd(10), 'median us', med.map((m) => m.toFixed(0)).join(' '), 'min', min.map((m) => m!.toFixed(0)).join(' '), 'ratio', (med[0] / med[1]!).toFixed(3), (min[0]! / min[1]!).toFixed(3));
  }
  for (const s of servers) s.child.kill('SIGTERM');
}
process.exit(0);
