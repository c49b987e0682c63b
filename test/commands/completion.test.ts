import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { runCommand } from '../../src/commands/run-command.ts';
import { createTestTerminal } from '../support/test-terminal.ts';

const scriptOf = async (...words: readonly string[]) => {
  const terminal = createTestTerminal();
  const code = await runCommand(['completion', ...words], terminal);
  return { code, script: terminal.lines.join('\n') };
};

describe('bash', () => {
  let script: string;
  beforeAll(async () => {
    ({ script } = await scriptOf('bash'));
  });

  /** What bash offers for the last of these words. */
  const offered = (...words: readonly string[]): readonly string[] => {
    const line = ['vatmock', ...words].map((word) => `'${word}'`).join(' ');
    const call = `COMP_WORDS=(${line}); COMP_CWORD=${String(words.length)}; _vatmock; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', `${script}\n${call}`], { encoding: 'utf8' })
      .trim()
      .split('\n');
  };

  test.each([
    [['se'], ['serve']],
    [
      ['capsule', ''],
      ['start', 'end', 'replay'],
    ],
    [['help', 'va'], ['validate']],
    [
      ['serve', '--log-level', ''],
      ['debug', 'info', 'warn', 'error', 'silent'],
    ],
    [
      ['serve', '--log'],
      ['--log-level', '--log-format'],
    ],
    [['trigger', 'compliance.decision_made', '--ord'], ['--order']],
    [['serve', '--seed', 's'], ['']],
    [['validate', 'spec/'], ['']],
  ])('%j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });
});

test.each([[[]], [['zsh']], [['bash', 'zsh']]])('%j is refused', async (words) => {
  expect(await scriptOf(...words)).toMatchObject({
    code: 2,
    script: expect.stringContaining('completion needs the name of a shell: bash, whose script zsh also reads'),
  });
});
