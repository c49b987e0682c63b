import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from '../src/edges/files/package-files.ts';
import { launchBrowser } from '../test/support/launch-browser.ts';
import { startMock } from '../test/support/start-mock.ts';
import { playTraffic } from './pictures/play-traffic.ts';
import { shrinkPng } from './pictures/shrink-png.ts';
import { VIEWS, type View } from './pictures/views.ts';

// Takes the pictures of the console for README and docs/. Seed, clock and calls are always the same, and so are the
// pictures, except for fonts and the browser's version.

const FOLDER = packageFile('docs', 'images');
/** Pictures load with the pages that show them; traffic.png and order.png are also part of the package. */
const MOST_BYTES = 850_000;
/** Addresses of the server are in the pictures. */
const PORT = 4010;

const started = await startMock({ seed: 'pictures', port: PORT });
const browser = await launchBrowser();
let total = 0;
try {
  await playTraffic(started);
  await mkdir(FOLDER, { recursive: true });
  for (const view of VIEWS) total += await take(view);
} finally {
  await browser.close();
  await started.stop();
}
process.stdout.write(`${String(Math.round(total / 1000))} kB in all\n`);
process.exitCode = total > MOST_BYTES ? 1 : 0;

async function take({ name, address, theme = 'light', prepare }: View): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.clock.setFixedTime(started.clock.now());
  await page.goto(`${started.mock.url}/__console${address}`);
  await page.locator('main h1').first().waitFor();
  await prepare?.(page);
  // Skeletons give way to what is read.
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(700);
  const file = path.join(FOLDER, `${name}.png`);
  const png = shrinkPng(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  await writeFile(file, png);
  await context.close();
  process.stdout.write(`${name}.png ${String(Math.round(png.length / 1000))} kB\n`);
  return png.length;
}
