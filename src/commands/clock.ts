import { remote } from './remote/remote.ts';
import type { Clock, ClockChange, ClockStep } from '../generated/control-schemas.ts';
import { UsageError } from './terminal/exit-codes.ts';

const toCall = (word: string | undefined): readonly [method: 'GET' | 'POST', path: string, body?: ClockStep] => {
  if (word === undefined) return ['GET', '/clock'];
  if (word === 'freeze' || word === 'resume') return ['POST', `/clock/${word}`];
  const by = word.startsWith('P') ? word : toDuration(word);
  if (by !== undefined) return ['POST', '/clock/advance', { by }];
  if (/^\d{4}-\d\d-\d\d/.test(word) && !Number.isNaN(Date.parse(word)))
    return ['POST', '/clock/advance', { to: new Date(word).toISOString() }];
  throw new UsageError(
    `"${word}" is no time: write +3d, +1h30m, PT36H, an instant such as 2026-12-24T18:00:00Z, freeze or resume`,
  );
};

/** `+1d12h` as ISO 8601. */
const toDuration = (word: string): string | undefined => {
  const [, days, time] = /^\+?(\d+d)?((?:\d+h)?(?:\d+m)?(?:\d+s)?)$/.exec(word) ?? [];
  if (days === undefined && !time) return undefined;
  return `P${days ?? ''}${time ? `T${time}` : ''}`.toUpperCase();
};

/** Reads or moves the clock of a sandbox. */
export const run = remote(({ words: [word, ...others] }) => {
  if (others.length > 0) throw new UsageError('clock takes one argument, such as: clock +3d');
  const [method, path, body] = toCall(word);
  return async (server, print) => {
    const found = (await server.json(method, path, body === undefined ? {} : { body })) as Clock & Partial<ClockChange>;
    const { fired = [] } = found;
    const telling = fired.filter(({ events }) => events.length > 0);
    print(...telling.map(({ kind, dueAt, events }) => `${dueAt}  ${kind}: ${events.join(', ')}`));
    if (fired.length > telling.length) print(`${fired.length - telling.length} jobs caused no event.`);
    print(`${found.now}${found.frozen ? ' (frozen)' : ''}`);
    if (found.complete === false) print('Too much was due on the way: repeat the command to continue.');
  };
});
