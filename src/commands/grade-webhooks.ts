import { loadSignatureProfile } from '../edges/webhooks/load-signature-profile.ts';
import { FileError, formatFault } from '../kernel/user-errors.ts';
import { isHttpUrl } from '../kernel/http.ts';
import type { Run } from './command-line/command.ts';
import { isRight, playTrial, readSamples, toWords } from './grade-webhooks/play-trial.ts';
import { makeTrials } from './grade-webhooks/trials.ts';
import { EXIT, UsageError } from './terminal/exit-codes.ts';
import { printable } from './terminal/lines.ts';

/** Posts events to a receiver, genuine and not, and says what it did and what it should do. */
export const run: Run = async ({ words: [wanted, ...others], text }, terminal) => {
  if (wanted === undefined || others.length > 0)
    throw new UsageError('grade-webhooks takes one URL: that of your receiver');
  const secret = text('secret');
  if (secret === undefined)
    throw new UsageError('grade-webhooks needs --secret, the one that your receiver verifies with');
  const to = toUrl(wanted);
  const profile = await loadSignatureProfile(text('profile') ?? 'stripe').catch((error: unknown) => {
    throw error instanceof FileError ? new UsageError(error.faults.map(formatFault).join('\nvatmock: ')) : error;
  });
  const trials = makeTrials(profile, secret, await readSamples());
  const width = Math.max(...trials.map(({ name }) => name.length));
  let [right, wrong] = [0, 0];
  for (const trial of trials) {
    const outcome = await playTrial(trial, to, terminal);
    const line = `${trial.name.padEnd(width)}  ${toWords(outcome)}`;
    if (isRight(trial, outcome)) right++;
    else wrong++;
    // Each at once: a receiver that hangs takes a quarter of a minute for it.
    terminal.print(printable(isRight(trial, outcome) ? `+  ${line}` : `x  ${line}  ${trial.rule}`));
    if ('failure' in outcome && outcome.failure === 'connect_failed') break;
  }
  terminal.print(`${right} of ${trials.length} as a correct receiver does.`);
  return wrong === 0 ? EXIT.ok : EXIT.failed;
};

const toUrl = (text: string): string => {
  const url = text.includes('://') ? text : `http://${text}`;
  if (isHttpUrl(url)) return url;
  throw new UsageError(`"${text}" is no http or https URL`);
};
