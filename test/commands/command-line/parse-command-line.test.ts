import { describe, expect, test } from '@jest/globals';
import type { CommandDeclaration } from '../../../src/commands/command-line/command.ts';
import { parseCommandLine } from '../../../src/commands/command-line/parse-command-line.ts';

const SEND: CommandDeclaration = {
  name: 'send',
  words: 'WHAT...',
  summary: 'send things',
  about: 'A paragraph\nof two lines.\n\n  send as it stands',
  flags: {
    to: { value: 'NAME', help: 'who gets it', env: 'SEND_TO', fallback: 'all' },
    set: { value: 'PATH=VALUE', help: 'a field', isRepeated: true },
    list: { value: 'A,B,...', help: 'several in one' },
    dry: { help: 'only say so' },
    'no-copy': { help: 'keep none' },
  },
};
const RUN: CommandDeclaration = {
  name: 'run',
  words: 'NAME',
  summary: 'run a program',
  flags: { quiet: { help: 'say nothing' } },
  startsProgram: true,
  hint: 'write the program after --',
};

const parse = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const printed: string[] = [];
  const output = { version: '1.2.3', print: (text: string) => void printed.push(text) };
  const call = parseCommandLine(args, [SEND, RUN], env, output);
  return { ...call, printed: printed.join('\n') };
};

const read = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => parse(args, env).input!;

describe('what was written behind a command', () => {
  test.each([
    [['--to', 'a'], 'a'],
    [['--to=a'], 'a'],
    [['--to=-1'], '-1'],
    [['--to', 'a', '--to', 'b'], 'b'],
    [['--to='], ''],
  ])('%j: the last value of an option', (args, value) => {
    expect(read(['send', ...args], { SEND_TO: 'env' }).text('to')).toBe(value);
  });

  test('a variable of the environment stands in for an option, an empty one does not', () => {
    const { text, given } = read(['send'], { SEND_TO: 'env' });
    expect([text('to'), given]).toEqual(['env', {}]);
    expect(read(['send'], { SEND_TO: '' }).text('to')).toBeUndefined();
  });

  test('all values of a repeated option, switches, and words wherever they stand', () => {
    const { texts, isSet, words } = read(['send', 'x', '--set', 'a=1', '--dry', 'y', '--set=b=-2', '--list', 'l', 'z']);
    expect(texts('set')).toEqual(['a=1', 'b=-2']);
    expect(texts('to')).toEqual([]);
    expect([isSet('dry'), isSet('to'), isSet('no-copy')]).toEqual([true, false, false]);
    expect(words).toEqual(['x', 'y', 'z']);
    expect(read(['send', '--no-copy']).isSet('no-copy')).toBe(true);
  });

  test('after -- everything is a word, or the command line of a program', () => {
    expect(read(['send', 'x', '--', '--dry'])).toMatchObject({ words: ['x', '--dry'], program: undefined });
    const run = read(['run', 'a', '--quiet', '--', 'npm', 'test', '--', '-h', '--quiet']);
    expect(run).toMatchObject({ words: ['a'], program: ['npm', 'test', '--', '-h', '--quiet'] });
    expect(read(['run', '--'])).toMatchObject({ words: [], program: [] });
    expect(read(['run', 'a'])).toMatchObject({ words: ['a'], program: undefined });
  });
});

describe('help', () => {
  test.each([['--help'], ['-h'], ['help'], ['help', 'help'], []].map((args) => [args]))('%j: the commands', (args) => {
    const { printed, name } = parse(args);
    expect(name).toBeUndefined();
    expect(printed).toMatch(/^ {2}vatmock send WHAT\.\.\. +send things$/m);
  });

  test.each([[['send', '--help']], [['send', 'x', '-h']], [['help', 'send']]])('%j: one command', (args) => {
    expect(parse(args).printed).toBe(
      [
        'vatmock send WHAT...: send things',
        'A paragraph of two lines.',
        '  send as it stands',
        [
          '  --to NAME\n      who gets it\n      SEND_TO, default all',
          '  --set PATH=VALUE\n      a field\n      repeatable',
          '  --list A,B,...\n      several in one',
          '  --dry\n      only say so',
          '  --no-copy\n      keep none',
          '  --help, -h\n      show this help',
        ].join('\n'),
      ].join('\n\n'),
    );
  });

  test('the version', () => {
    expect(parse(['-v']).printed).toBe('1.2.3');
  });
});

test.each([
  [['sned'], 'unknown command "sned"; did you mean "vatmock send"?'],
  [['other'], 'unknown command "other"; available commands: send, run, help'],
  [['help', 'sned'], 'unknown command "sned"; did you mean "vatmock send"?'],
  [['--dry'], 'unknown command "--dry"; options follow a command, such as "vatmock serve --port 0"'],
  [['send', '--st', 'x'], "Unknown option '--st'; did you mean --set?"],
  [['send', '--whatever'], "Unknown option '--whatever'; available: --to, --set, --list, --dry, --no-copy"],
  [['send', '-x'], "Unknown option '-x'; did you mean --to?"],
  [['send', '--dry=yes'], "Option '--dry' takes no value"],
  [['send', '--to'], "Option '--to' needs a value: --to NAME"],
  [['send', '--to', '--dry'], "Option '--to' needs a value: --to NAME"],
  [['send', '--to', '--', 'x'], "Option '--to' needs a value: --to NAME"],
  [['run', '--grep'], "Unknown option '--grep'; write the program after --"],
])('%j is refused with a remedy', (args, message) => {
  expect(() => parse(args)).toThrow(expect.objectContaining({ name: 'UsageError', message }));
});
