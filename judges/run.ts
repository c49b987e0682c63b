// Runs the judges of judges.ts one after the other. The last line is `N passed, M failed`.
//
//   npm run judges                    all of them: hours
//   npm run judges -- --only package
//   npm run judges -- --short         those that judge every change, in minutes
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installFolder } from '../scripts/install-folder.js';
import { JUDGES, type Judge } from './judges.ts';

const HELP = `npm run judges -- [--only NAME] [--short] [--minutes NUMBER] [--list]

  --only NAME       one judge; several with commas
  --short           the short form, of those that have one
  --minutes NUMBER  begins none that would take longer than is left of them
  --list            all judges`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    minutes: { type: 'string', default: 'Infinity' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const sayAndExit = (text: string, status: number): never => {
  say(text);
  process.exit(status);
};

if (values.help) sayAndExit(HELP, 0);
if (values.list)
  sayAndExit(
    JUDGES.map(({ name, shows, short }) => `${name}${short === undefined ? '' : ' (short)'}: ${shows}`).join('\n'),
    0,
  );
const names = values.only?.split(',');
for (const name of names ?? [])
  if (!JUDGES.some((judge) => judge.name === name))
    sayAndExit(`There is no judge ${name}; npm run judges -- --list names them.`, 2);
const left = Number(values.minutes);
if (Number.isNaN(left)) sayAndExit(`--minutes ${values.minutes} is no number.`, 2);

const chosen = JUDGES.filter(({ name, short }) => names?.includes(name) ?? (!values.short || short !== undefined));
const minutesSince = (begin: number): number => (performance.now() - begin) / 60_000;

/** Undefined if it was left out. */
const ask = ({ name, command, short, minutes, missing }: Judge): boolean | undefined => {
  const form =
    values.short && short !== undefined
      ? { command: short, minutes: minutes.short }
      : { command, minutes: minutes.long };
  const lacking = missing?.();
  if (lacking !== undefined && process.env['CI'] !== undefined) {
    say(`FAILED ${name}: ${lacking}`);
    return false;
  }
  const reason = lacking ?? (minutesSince(0) + (form.minutes ?? 0) > left ? 'there is no time' : undefined);
  if (reason !== undefined) {
    say(`left out ${name}: ${reason}`);
    return undefined;
  }
  say(`${name}: ${form.command}`);
  const begin = performance.now();
  const { status } = spawnSync(form.command, {
    cwd: path.join(import.meta.dirname, '..'),
    stdio: 'inherit',
    shell: true,
  });
  say(`${status === 0 ? 'passed' : 'FAILED'} ${name} in ${minutesSince(begin).toFixed(1)} minutes`);
  return status === 0;
};

if (!installFolder('judges', { what: 'what only the judges use (280 MB)' }))
  sayAndExit('npm cannot install judges/: see above.', 1);
if (!installFolder('mcp', { what: 'the Model Context Protocol (30 MB)' }))
  sayAndExit('npm cannot install mcp/: see above.', 1);
if (!installFolder('clients/node', { what: 'Testcontainers (70 MB)' }))
  sayAndExit('npm cannot install clients/node: see above.', 1);
const verdicts = chosen.map(ask);
const failed = verdicts.filter((verdict) => verdict === false).length;
say(`${String(verdicts.filter((verdict) => verdict === true).length)} passed, ${String(failed)} failed`);
process.exitCode = failed === 0 ? 0 : 1;
