import { toIsoDateTime } from '../../kernel/clock.ts';
import { type ServerSentEvent, createEventStream } from '../../kernel/event-stream.ts';
import type { After } from '../../kernel/timers.ts';
import type { EventScope } from '../message/event.ts';
import type { JournalView, News } from './journal.ts';
import type { Redactor } from './redactor.ts';

/** How much a listener may fall behind: then what is oldest is left out, and it is told how much. */
const MOST_WAITING = 1000;

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
 * each that a change has caused.
 */
export const createLiveJournal = (view: JournalView, options: LiveJournalOptions): AsyncIterable<string> => {
  const { redactor, after, lastPosition, ended } = options;
  const stream = createEventStream<News>({
    toEvent: (news) => toEvent(news, redactor),
    after,
    ended: () => {
      stop();
      ended();
    },
    mostWaiting: MOST_WAITING,
    retry: RETRY,
  });
  const stop = view.listen((news) => {
    stream.push(news);
    if (news.kind === 'closed') stream.end();
  });
  if (lastPosition !== undefined)
    for (const entry of view.newestFirst().toReversed())
      if (entry.position > lastPosition) stream.push({ kind: 'exchange', entry });
  return stream;
};

const toEvent = (news: News, redactor: Redactor): ServerSentEvent => {
  switch (news.kind) {
    case 'exchange':
      return { event: 'exchange', data: redactor.summarize(news.entry), id: String(news.entry.position) };
    case 'event': {
      const { id, type, createdAt, data, ...scope } = news.event;
      return {
        event: 'event',
        data: {
          id,
          type,
          createdAt: toIsoDateTime(createdAt),
          ...shownScope(scope),
          data: redactor.redactValue(data),
        },
      };
    }
    default:
      return { event: news.kind, data: {} };
  }
};

/** Members without a value are shown as such. */
const shownScope = (scope: EventScope): object =>
  Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, (value as unknown) ?? null]));
