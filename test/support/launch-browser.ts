import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  // Without windows it takes a third less.
  '/usr/bin/chromium-headless-shell',
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'],
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export const findBrowser = (): string | undefined => {
  const given = process.env['CHROME_PATH'];
  return given !== undefined && given !== '' ? given : PLACES.find((place) => existsSync(place));
};

export const NO_BROWSER =
  'There is no browser: install chromium (Debian: apt-get install chromium) or set CHROME_PATH.';

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage'],
];

const launchOptions = () => {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error(NO_BROWSER);
  return { executablePath, args: FLAGS };
};

export const launchBrowser = (): Promise<Browser> => chromium.launch(launchOptions());

/** A browser that several processes use by its URL. */
export const launchBrowserServer = async () => {
  const server = await chromium.launchServer(launchOptions());
  return { url: server.wsEndpoint(), stop: () => server.close() };
};
