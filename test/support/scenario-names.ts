import { readFileSync, readdirSync } from 'node:fs';

const FOLDER = new URL('../../scenarios/', import.meta.url);

/** The names of the ready scenarios. */
export const scenarioNames = (): readonly string[] =>
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) => /^scenario: (\S+)/m.exec(readFileSync(new URL(file, FOLDER), 'utf8'))?.[1] ?? []);
