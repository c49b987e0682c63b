/** What README.md and docs/integrating.md tell the reader to copy and paste, run as it stands. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';

import { parse } from 'yaml';
import { readTexts } from '../../../src/config/config.ts';

import type { MockOptions } from '../../../src/index.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

let started: StartedMock;

afterEach(() => started.stop());

/** What `docker compose up` sets: the variables of the image, and those of the service. */
const containerSettings = async (): Promise<MockOptions> => {
  const image = await readFile(path.join(ROOT, 'Dockerfile'), 'utf8');
  const variables = [...image.matchAll(/^ENV (.*)$/gm)]
    .flatMap(([, pairs]) => pairs!.split(' '))
    .map((pair) => pair.split('=') as [string, string]);
  const { services } = parse(await readFile(path.join(ROOT, 'compose.yaml'), 'utf8')) as {
    services: { vatmock: { environment: Record<string, string> } };
  };
  const texts = readTexts({}, { ...Object.fromEntries(variables), ...services.vatmock.environment });
  const given = Object.entries(texts).map(([name, { text }]) => [name, text]);
  return { ...(Object.fromEntries(given) as MockOptions), port: 0 };
};

test('the container is told apart from a server that only this machine reaches', async () => {
  started = await startMock(await containerSettings());
  expect(await containerSettings()).toMatchObject({ host: '0.0.0.0', controlAccess: 'open' });
});
