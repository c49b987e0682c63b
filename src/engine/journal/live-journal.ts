import { toIsoDateTime } from '../../kernel/clock.ts';
import { type ServerSentEvent, createEventStream } from '../../kernel/event-stream.ts';
import type { After } from '../../kernel/timers.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import type { EmittedEvent, EventScope } from '../message/event.ts';
import type { FollowingListener, JournalView, News } from './journal.ts';
import type { Redactor } from './redactor.ts';

/**
 * Maximum number of queued messages per listener; beyond it the oldest are dropped, and the listener gets their number.
 */
const MOST_WAITING = 1000;

/** Reconnection delay for browsers, in milliseconds. */
const RETRY = 2000;

interface LiveJournalOptions {
  readonly redactor: Redactor;
  readonly after: After;
  /** Cursor of the last exchange that the listener received; undefined for a new listener. */
  readonly lastCursor?: string | undefined;
  /** Ends the stream when it aborts. */
  readonly until?: AbortSignal | undefined;
  readonly ended: () => void;
}

/**
 * Activity in a sandbox as server-sent events: an `exchange` for each request once it has a response, an `event` for
 * each event that a change has caused.
 */
export const createLiveJournal = (view: JournalView, options: LiveJournalOptions): AsyncIterable<string> => {
  const { redactor, after, lastCursor, until, ended } = options;
  const stream = createEventStream<Followed>({
    toEvent: ({ news, cursor }) => toEvent(news, cursor, redactor),
    after,
    ended: () => {
      stop();
      stopWaiting();
      ended();
    },
    mostWaiting: MOST_WAITING,
    retry: RETRY,
  });
  const hear: FollowingListener = (news, cursor) => {
    stream.push({ news, cursor });
    if (news.kind === 'closed') stream.end();
  };
  const stop = view.follow(hear, lastCursor);
  const stopWaiting = whenAborted(until, () => {
    hear({ kind: 'closed' }, undefined);
  });
  return stream;
};

interface Followed {
  readonly news: News;
  readonly cursor: string | undefined;
}

const toEvent = (news: News, cursor: string | undefined, redactor: Redactor): ServerSentEvent => {
  switch (news.kind) {
    case 'exchange':
    case 'lost':
      return {
        event: 'exchange',
        data: redactor.summarize(news.entry),
        ...(cursor === undefined ? {} : { id: cursor }),
      };
    case 'event':
      return { event: 'event', data: showEvent(news.event, redactor) };
    default:
      return { event: news.kind, data: {} };
  }
};

/** An event as streams show it, without credentials. */
export const showEvent = ({ id, type, createdAt, data, ...scope }: EmittedEvent, redactor: Redactor): object => ({
  id,
  type,
  createdAt: toIsoDateTime(createdAt),
  ...shownScope(scope),
  data: redactor.redactValue(data),
});

/** Members without a value are included, as null. */
const shownScope = (scope: EventScope): object =>
  Object.fromEntries(Object.entries(scope).map(([name, value]) => [name, (value as unknown) ?? null]));
