import { stringifyJson } from '../../kernel/json.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { EventScope } from '../message/event.ts';
import type { After } from '../../kernel/timers.ts';
import type { JournalView, News } from './journal.ts';
import type { Redactor } from './redactor.ts';

/** How much a listener may fall behind: then what is oldest is left out, and it is told how much. */
const MOST_WAITING = 1000;

/** So often a silent stream shows that it is alive, before anybody on the way closes it. Milliseconds. */
const HEARTBEAT = 15_000;

/** How long a browser waits before it comes again. Milliseconds. */
const RETRY = 2000;

export interface LiveJournalOptions {
  readonly redactor: Redactor;
  readonly after: After;
  /** The position of the last exchange that the listener has; undefined for one that begins now. */
  readonly lastPosition?: number | undefined;
  readonly ended: () => void;
}

/**
 * What happens in a sandbox, as server-sent events: an `exchange` for each request once it is answered, an `event` for
 * each that a change has caused. Nothing is written while the listener is slow, and nothing is held up by it.
 */
export const createLiveJournal = (view: JournalView, options: LiveJournalOptions): AsyncIterable<string> => {
  const { redactor, after, lastPosition, ended } = options;
  const waiting: News[] = [];
  let lost = 0;
  let isOver = false;
  let wake: (() => void) | undefined;

  const push = (news: News): void => {
    if (waiting.length === MOST_WAITING) {
      waiting.shift();
      lost++;
    }
    waiting.push(news);
    wake?.();
  };
  const stop = view.listen(push);
  if (lastPosition !== undefined)
    for (const entry of view.newestFirst().toReversed())
      if (entry.position > lastPosition) push({ kind: 'exchange', entry });

  const end = (): void => {
    if (isOver) return;
    isOver = true;
    stop();
    waiting.length = 0;
    wake?.();
    ended();
  };

  const toText = (news: News): string => {
    switch (news.kind) {
      case 'exchange':
        return message('exchange', redactor.summarize(news.entry), String(news.entry.position));
      case 'event': {
        const { id, type, createdAt, data, ...scope } = news.event;
        return message('event', {
          id,
          type,
          createdAt: toIsoDateTime(createdAt),
          ...shownScope(scope),
          data: redactor.redactValue(data),
        });
      }
      default:
        return message(news.kind, {});
    }
  };

  /** Until something happens, or it is time for a sign of life. */
  const somethingToSay = (): Promise<'news' | 'heartbeat'> =>
    new Promise((resolve) => {
      const timer = after(HEARTBEAT, () => {
        wake = undefined;
        resolve('heartbeat');
      });
      wake = () => {
        wake = undefined;
        timer.cancel();
        resolve('news');
      };
    });

  const over: IteratorResult<string> = { done: true, value: undefined };
  let isBegun = false;

  const next = async (): Promise<IteratorResult<string>> => {
    if (isOver) return over;
    if (!isBegun) {
      isBegun = true;
      return { done: false, value: `retry: ${String(RETRY)}\n\n` };
    }
    if (waiting.length === 0 && (await somethingToSay()) === 'heartbeat')
      return { done: false, value: ': still here\n\n' };
    const news = waiting.shift();
    if (news === undefined) return over;
    const value = (lost > 0 ? message('lost', { count: lost }) : '') + toText(news);
    lost = 0;
    if (news.kind === 'closed') end();
    return { done: false, value };
  };

  return {
    [Symbol.asyncIterator]: () => ({
      next,
      return: () => {
        end();
        return Promise.resolve(over);
      },
    }),
  };
};

/** Members without a value are shown as such. */
const shownScope = (scope: EventScope): object =>
  Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, (value as unknown) ?? null]));

/** One server-sent event; JSON has no line breaks of its own. */
const message = (name: string, data: unknown, id?: string): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${stringifyJson(data)}\n\n`;
