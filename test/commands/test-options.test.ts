import { describe, expect, test } from '@jest/globals';
import { parseCommandLine } from '../../src/commands/command-line/parse-command-line.ts';
import { COMMANDS } from '../../src/generated/commands.ts';
import { findScenarios, loadKnown } from '../../src/commands/test/play-scenario.ts';
import { type TestOptions, readTestOptions } from '../../src/commands/test/test-options.ts';

const parseTestOptions = (args: readonly string[], env: Readonly<Record<string, string>>): TestOptions => {
  const call = parseCommandLine(['test', ...args], COMMANDS, env, {
    version: '1',
    print: () => undefined,
  });
  return readTestOptions(call!.input, env);
};

describe('what the command line of vatmock test says', () => {
  test('options before --, the command after it, however it looks', () => {
    const args = ['lost-answer', '--report', 'a', '--seed=x', '--', 'npm', 'test', '--', '--report', 'b'];
    expect(parseTestOptions(args, {})).toMatchObject({
      wanted: ['lost-answer'],
      command: ['npm', 'test', '--', '--report', 'b'],
      report: 'a',
      timeout: undefined,
      settings: { seed: 'x', port: 0 },
    });
  });

  test('without a command clients find the stub where they know it, and are waited for a minute', () => {
    expect(parseTestOptions(['lost-answer'], {})).toMatchObject({
      command: undefined,
      timeout: 60_000,
      settings: { port: 4010 },
    });
    expect(parseTestOptions(['lost-answer', '--timeout', 'PT5S', '--port', '99'], {})).toMatchObject({
      timeout: 5000,
      settings: { port: 99 },
    });
  });

  test('variables of the environment count but PORT and HOST, which are the client’s', () => {
    expect(parseTestOptions(['a'], { VATMOCK_ALLOWED_HOSTS: 'vatmock' }).settings.allowedHosts).toBe('vatmock');
    const { settings } = parseTestOptions(['a'], { PORT: '3000', HOST: '0.0.0.0', VATMOCK_SEED: 'env' });
    expect(settings).toMatchObject({ port: 4010, host: '127.0.0.1', seed: 'env' });
  });

  test.each([
    [['a', '--'], 'there is no command after --; for example, write -- npm test'],
    [['a', '--timeout', 'soon'], '--timeout: "soon" is no ISO 8601 duration'],
    [['a', '--timeout', 'PT0S'], '--timeout must be longer than zero, such as PT60S, but is PT0S'],
    [['a', '--reprot', 'x'], "Unknown option '--reprot'; did you mean --report?"],
    [['a', '--grep', 'x'], "Unknown option '--grep'; write a command and its options after --"],
    [['a', '--port', 'high'], '--port must be a whole number from 0 to 65535, but is "high"'],
  ])('%j is refused', (args, message) => {
    expect(() => parseTestOptions(args, {})).toThrow(message);
    expect(() => parseTestOptions(args, {})).toThrow(
      expect.objectContaining({ name: expect.stringMatching(/^(?:Usage|Config)Error$/) }),
    );
  });
});

describe('which scenarios are meant', () => {
  test('names, and paths of files', async () => {
    const known = await loadKnown({});
    const file = 'scenarios/idempotency/lost-answer.yaml';
    expect(await findScenarios(['lost-answer', file], known)).toMatchObject([
      { kind: 'known', name: 'lost-answer' },
      { kind: 'file', file, text: expect.stringContaining('scenario: lost-answer') },
    ]);
  });

  test.each([
    [['lost-answr'], 'unknown scenario "lost-answr": did you mean "lost-answer"? --list lists them all.'],
    [[], 'name a scenario or a file; "vatmock test --list" lists all scenarios'],
    [['missing.yaml'], 'missing.yaml:1:1: no such file'],
  ])('%j are refused', async (wanted, message) => {
    await expect(findScenarios(wanted, await loadKnown({}))).rejects.toThrow(message);
  });

  test('without names, those of the folder', async () => {
    const known = await loadKnown({ scenarios: 'scenarios/limits' });
    expect(await findScenarios([], known)).toEqual([
      { kind: 'known', name: 'circuit-breaker' },
      { kind: 'known', name: 'rate-limit-storm' },
    ]);
  });
});
