import type { Attack } from '../attack.ts';
import { uploadScenario } from './upload-scenario.ts';

const LARGEST = 256 * 1024 - 64;

const fill = (head: string, line: (index: number) => string): string => {
  const lines = [head];
  for (let size = head.length, index = 0; ; index++) {
    const next = line(index);
    size += next.length + 1;
    if (size > LARGEST) return lines.join('\n');
    lines.push(next);
  }
};

const TEXTS: Readonly<Record<string, string>> = {
  keys: fill('scenario: keys', (index) => `k${index.toString(36)}:`),
  steps: fill('scenario: steps\nsteps:', () => '- {on: no}'),
  placeholders: `scenario: text\nsteps:\n- on: createOrder\n  reply: {status: 503, body: {a: "${'{{request.bdy.a}}'.repeat(14_000)}"}}`,
  colons: 'a: '.repeat(LARGEST / 3),
  brackets: '['.repeat(LARGEST),
  commas: `{${','.repeat(LARGEST)}`,
  ...Object.fromEntries(
    ['}', ']', '&a ', '!a ', '%a\n', '#\n', '\n', ': ', '? ', '- ', '---\n', '|\n', '"a" '].map((text) => [
      `only ${JSON.stringify(text)}`,
      text.repeat(LARGEST / text.length),
    ]),
  ),
  aliases: [
    'a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from({ length: 9 }, (_, index) => {
      const name = `*a${String(index)}`;
      return `a${String(index + 1)}: &a${String(index + 1)} [${Array(9).fill(name).join(', ')}]`;
    }),
  ].join('\n'),
};

export const scenarioYaml: Attack = {
  name: 'scenario-yaml',
  threat:
    'A scenario of 256 KiB with 40,000 keys held the event loop for 16.7 s, one of wrong steps for 8.5 s; one of commas or brackets filled the heap; depth and aliases do the same elsewhere.',
  wanted: '422: at the first faults, or when its worker has taken too much.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    for (const text of Object.values(TEXTS))
      stage.expectStatuses([await uploadScenario(stage, token, text)], [400, 413, 422, 429]);
  },
};
