// The benchmark: every peer on the same work, in one run, and a report of it. See README.md.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { moveToLoadCore } from './cores.ts';
import { installBench } from './load.ts';
import { describeMachine } from './machine.ts';
import { installPeers } from './peers/installation.ts';
import { HELP, readPlan } from './plan.ts';

const plan = readPlan(process.argv.slice(2), new Date().toISOString().slice(0, 10));
if (plan === undefined) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}
installBench();
if (!plan.quick && plan.former === undefined) installPeers();
const machine = describeMachine();
moveToLoadCore();

// Only now, because the first thing that these do is to look for what was installed.
const { compareWithFormer } = await import('./compare-with-former.ts');
const { measureAll } = await import('./measure-all.ts');
const { writeReport } = await import('./report/write-report.ts');

const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-bench-'));
try {
  if (plan.former === undefined) await writeReport(await measureAll(plan, folder), plan, machine);
  else process.stdout.write(await compareWithFormer(plan.former, plan, folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
