import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MockOptions } from '../../src/index.ts';
import {
  type Browser,
  type BrowserContextOptions,
  type Download,
  type Locator,
  type Page,
  chromium,
} from 'playwright-core';
import { createAdminClient, succeed } from '../acceptance/control-api/admin-client.ts';
import { askForService } from './jest/start-services.ts';
import { isLongForm } from './long-form.ts';
import { NO_BROWSER, findBrowser } from './launch-browser.ts';
import { type StartedMock, startMock } from './start-mock.ts';

export interface Visit extends StartedMock {
  readonly page: Page;
  /** Opens an address of the console, such as `/traffic?status=422`, and waits for its title. Only the first loads the page. */
  readonly open: (address: string) => Promise<void>;
  /** Calls the control API, which has to accept it; gives the body of its answer. */
  readonly admin: <Body = Readonly<Record<string, unknown>>>(
    method: string,
    path: string,
    body?: object | string,
  ) => Promise<Body>;
  /** Messages of the browser's console that the test expects, such as that of a refused call. */
  readonly expectMessage: (pattern: RegExp) => void;
}

export interface VisitOptions {
  readonly mock?: MockOptions;
  /** With any, even none, the page is the test's own: for one that changes the browser itself, such as its clock. */
  readonly browser?: BrowserContextOptions;
  /** Milliseconds; the usual time if absent. */
  readonly timeout?: number;
}

/** A journey with axe in both themes takes long on a busy machine. */
const PATIENCE = 120_000;

/** How much longer than at rest something may take on a machine that also runs the other tests. */
export const BUSY = 10;

let browser: Browser | undefined;

/** The page that the tests of a file use one after another: a new one costs four times what a visit costs in it. */
let shared: Page | undefined;

/** Once per file, before its first `visit`: all files share one browser. Without a browser the tests are skipped with a line that says how to get one. */
export const useBrowser = (): void => {
  beforeAll(async () => {
    if (findBrowser() !== undefined) browser = await chromium.connect(await askForService('browser'));
    else if (process.env['CI'] !== 'true') process.stderr.write(`${NO_BROWSER}\n`);
  });
  afterAll(async () => {
    await browser?.close();
    browser = undefined;
    shared = undefined;
  });
};

/** What the policy of the page refuses is a message of error, whatever the browser says of it by itself. */
const TELL_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy:', event.effectiveDirective, event.blockedURI, event.sourceFile, event.sample));`;

const openPage = async (from: Browser, options: BrowserContextOptions | undefined): Promise<Page> => {
  const context = await from.newContext({
    viewport: VIEWPORT,
    ...(isLongForm ? {} : MEDIA),
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE / 4);
  await page.addInitScript(TELL_VIOLATIONS);
  return page;
};

const VIEWPORT = { width: 1280, height: 800 };

/** Leaves nothing of a test to the next one, whose server is another origin: what is stored belongs to the origin. */
const leave = async (page: Page, url: string): Promise<void> => {
  const context = page.context();
  page.removeAllListeners();
  // Of the same site, so that the process of the page stays, with what it has compiled.
  await page.goto(`${url}/nothing`);
  await page.unrouteAll();
  await Promise.all(context.pages().flatMap((each) => (each === page ? [] : [each.close()])));
  await Promise.all([context.clearCookies(), context.clearPermissions(), page.setViewportSize(VIEWPORT)]);
  if (!isLongForm) await page.emulateMedia(MEDIA);
};

/** Goes to an address as a link of the console does, and waits until what it led away from is gone. */
const goInside = (path: string): string => `new Promise((resolve) => {
  history.pushState(null, '', ${JSON.stringify(path)});
  dispatchEvent(new PopStateEvent('popstate'));
  requestAnimationFrame(() => requestAnimationFrame(resolve));
})`;

/** Starts a server and goes there with a page; undefined without a browser. */
const begin = async ({ mock, browser: browserOptions }: VisitOptions) => {
  if (browser === undefined) {
    if (process.env['CI'] === 'true') throw new Error(NO_BROWSER);
    return undefined;
  }
  const started = await startMock(mock);
  const isOwn = browserOptions !== undefined;
  const page = (isOwn ? undefined : shared) ?? (await openPage(browser, browserOptions));
  if (!isOwn) shared = undefined;
  const { expectMessage, faults } = watchPage(page, started.mock.url);
  let isOpen = false;
  const open = async (address: string): Promise<void> => {
    const path = `/__console${address}`;
    if (isOpen) await page.evaluate(goInside(path));
    else await page.goto(started.mock.url + path);
    isOpen = true;
    await page.locator('h1').first().waitFor();
  };
  const end = async (isGood: boolean): Promise<void> => {
    try {
      if (isGood && !isOwn) {
        await leave(page, started.mock.url);
        shared = page;
      }
    } finally {
      if (shared !== page) await page.context().close();
      await started.stop();
    }
  };
  const call = createAdminClient(started);
  const admin: Visit['admin'] = async (method, path, body) =>
    succeed(await call(method, path, body === undefined ? {} : { body })).body as never;
  return { visit: { ...started, page, open, admin, expectMessage }, faults, end };
};

type Run = (visit: Visit) => Promise<void>;

/**
 * A test with a server of its own, in a page that knows nothing of the tests before. It fails on a message of error in the
 * browser's console, on an unexpected exception, and on a request to another origin.
 */
export const visit = (name: string, run: Run, options: VisitOptions = {}): void => {
  test(
    name,
    async () => {
      const begun = await begin(options);
      let isGood = false;
      try {
        if (begun === undefined) return;
        await run(begun.visit);
        expect(begun.faults()).toEqual([]);
        isGood = true;
      } finally {
        await begun?.end(isGood);
      }
    },
    options.timeout ?? PATIENCE,
  );
};

/** Waits until the first of what is looked for is shown. */
export const see = (sought: Locator): Promise<void> => sought.first().waitFor();

/** Tests that do not disturb each other share a server and a page, which costs a fifth of one each. */
export const visitTogether = (name: string, tests: Readonly<Record<string, Run>>): void => {
  describe(name, () => {
    let begun: Awaited<ReturnType<typeof begin>>;
    let isGood = true;
    beforeAll(async () => {
      begun = await begin({});
    });
    afterAll(() => begun?.end(isGood));
    test.each(Object.entries(tests))(
      '%s',
      async (_, run) => {
        if (begun === undefined) return;
        isGood = false;
        await run(begun.visit);
        expect(begun.faults()).toEqual([]);
        isGood = true;
      },
      PATIENCE,
    );
  });
};

const watchPage = (page: Page, url: string) => {
  const faults: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const target = request.url();
    // The browser shows a PDF with a viewer that is part of it.
    if (!/^(?:data|blob|chrome|chrome-extension):/.test(target) && new URL(target).origin !== new URL(url).origin)
      faults.push(`request to another origin: ${target}`);
  });
  return {
    expectMessage: (pattern: RegExp): void => void expected.push(pattern),
    faults: () => faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
  };
};

/** The browser is another process's, which keeps the file. */
export const readDownload = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/** Half of what axe takes. contrast.test.ts has the colours of both themes; the long form also what lies over what. */
const CONTRAST = 'color-contrast';

/** Rules whose verdict depends on the theme: they alone are tried in the second one. */
const RULES_OF_THEME = [CONTRAST, 'link-in-text-block'];

const SHORT_FORM = [['light', { rules: { [CONTRAST]: { enabled: false } } }]] as const;
const LONG_FORM = [
  ['light', {}],
  ['dark', { runOnly: { type: 'rule', values: RULES_OF_THEME } }],
] as const;

/** Each change of it draws the whole page anew: the short form stays with the one theme that it tries. */
const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

/**
 * Validates the page against the rules of axe; the long form in both themes. Waits for its title, which is missing while it
 * loads. With a name, keeps a picture.
 */
export const checkAxe = async (page: Page, picture?: string): Promise<void> => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (picture !== undefined) await shoot(page, picture);
  for (const [colorScheme, options] of isLongForm ? LONG_FORM : SHORT_FORM) {
    if (isLongForm) await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await runAxe(page, options);
    expect(
      violations.map(({ id, help, nodes }) => ({
        ...{ colorScheme, id, help },
        where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
      })),
    ).toEqual([]);
  }
  if (isLongForm) await page.emulateMedia({ colorScheme: null, reducedMotion: null });
};

type Evaluate = (expression: string) => Promise<unknown>;

/** axe in a document, until the page leaves it. */
const withAxe = new WeakMap<Page, Evaluate>();

/** In a world of its own: the page's content security policy holds for the page, not for what looks at it. */
const openAxe = async (page: Page): Promise<Evaluate> => {
  const known = withAxe.get(page);
  if ((await known?.('typeof axe').catch(() => undefined)) === 'object') return known!;
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const evaluate: Evaluate = async (expression) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      ...{ expression, contextId: executionContextId, awaitPromise: true, returnByValue: true },
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value as unknown;
  };
  await evaluate(await readFile(AXE, 'utf8'));
  withAxe.set(page, evaluate);
  return evaluate;
};

const runAxe = async (page: Page, options: object): Promise<readonly AxeViolation[]> => {
  const evaluate = await openAxe(page);
  const found = await evaluate(
    // What is behind a dialog cannot be reached: its screen is validated without it.
    `axe.run(document.querySelector('dialog:modal') ?? document, ${JSON.stringify({ resultTypes: ['violations'], ...options })})
      .then((r) => JSON.stringify(r.violations))`,
  );
  return JSON.parse(String(found)) as readonly AxeViolation[];
};

/** Times beside or below each other read alike: one number, one unit. */
const TIME = /^(?:now|in \d+ (?:s|min|h|d)|\d+ (?:s|min|h|d) ago)$/;

/** What is cut off at the right of a table. */
const CUT = `[...document.querySelectorAll('.table-scroll')].map((e) => e.scrollWidth - e.clientWidth)`;

/** Validates that no table is cut, and that times are written in one way. */
export const checkTables = async (page: Page): Promise<void> => {
  expect((await page.evaluate<readonly number[]>(CUT)).filter((pixels) => pixels > 0)).toEqual([]);
  expect((await page.locator('time.time').allInnerTexts()).filter((text) => !TIME.test(text))).toEqual([]);
};

/** Keeps a picture of the page in the folder that SHOTS names, if it does: for looking at, not for comparing. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SHOTS'];
  if (folder === undefined || folder === '') return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
};

/** Does something so many times, evenly over real time. */
export const pace = async (
  times: number,
  perSecond: number,
  run: (index: number) => Promise<unknown>,
): Promise<void> => {
  const running: Promise<unknown>[] = [];
  const began = performance.now();
  for (let index = 0; index < times; index++) {
    const wait = began + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(run(index));
  }
  await Promise.all(running);
};
