import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'oxfmt';
import type { Machine } from '../machine.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { Results } from '../results.ts';
import { drawChart, toPanels } from './chart.ts';
import { CHART_TITLE, toNote, toPage } from './page.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');

const write = async (file: string, text: string): Promise<void> => {
  await writeFile(file, text);
  progress(`${path.relative(process.cwd(), file)} written`);
};

/** The page and its chart in the folder of the plan; without one the page goes to standard output. */
export const writeReport = async (results: Results, plan: Plan, machine: Machine): Promise<void> => {
  const { code: page } = await format('performance.md', toPage(results, plan, machine));
  const chart = drawChart(CHART_TITLE, toNote(plan, machine), toPanels(results));
  if (plan.out === undefined) {
    process.stdout.write(page);
    return;
  }
  const folder = path.resolve(ROOT, plan.out);
  await mkdir(folder, { recursive: true });
  await write(path.join(folder, 'performance.md'), page);
  await write(path.join(folder, 'performance.svg'), chart);
};
