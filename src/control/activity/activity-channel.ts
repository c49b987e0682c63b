import type { StreamedKind } from '../../generated/control-schemas.ts';
import type { Watches } from '../../engine/coaching/watches.ts';
import type { Journal } from '../../engine/journal/journal.ts';
import type { Redactor } from '../../engine/journal/redactor.ts';
import { createRing } from '../../engine/journal/ring.ts';
import type { ChangeWatch, RecordChange } from '../../engine/sandbox/change-watch.ts';
import { type SandboxState, states } from '../../engine/sandbox/sandbox-state.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { ExpectationWatch } from '../../engine/scenarios/expectations/expectation-watch.ts';
import { type DeliveryRecord, deliveries } from '../../engine/webhooks/delivery.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import { createTextStream, writeEvent } from '../../kernel/event-stream.ts';
import type { LiveContent } from '../../kernel/http.ts';
import { createSubscribers } from '../../kernel/subscribers.ts';
import type { After, Timer } from '../../kernel/timers.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import type { SandboxTime } from '../clock/sandbox-time.ts';
import type { Shows } from '../show/shows.ts';
import { NOTHING_ELSE, createStateChanges, toDeliveryChange, toScenarioChanges } from './activity-changes.ts';

/** Where activity comes from. */
export interface ActivitySources {
  readonly journal: Pick<Journal, 'of'>;
  readonly redactor: Pick<Redactor, 'summarize' | 'showEvent'>;
  readonly changes: Pick<ChangeWatch, 'listen'>;
  readonly watches: Pick<Watches, 'analyse' | 'listen'>;
  readonly expectations: Pick<ExpectationWatch, 'listen' | 'verdictsIn'>;
  readonly time: Pick<SandboxTime, 'read'>;
  readonly shows: Pick<Shows, 'listen'>;
  readonly clock: Clock;
  readonly after: After;
  /** Attempts after which a delivery fails. */
  readonly maxAttempts: number;
}

/** Characters after which a text ends: what a slow client has not read yet is held in memory. */
const PIECE = 65_536;

/** Milliseconds for which a channel without readers goes on recording, for those that come again. */
const LINGERING = 30_000;

/** Reconnection delay for browsers, in milliseconds. */
const RETRY = 2000;

/** Milliseconds from an activity to its batch: one write to each reader carries all of a batch. */
const BATCH_DELAY = 40;

/** Milliseconds from an exchange to its findings: under load, exchanges are still analysed in full batches. */
const ANALYSIS_DELAY = 500;

/** Activities and transactions after which a batch is written at once, so that no batch takes long. */
const MOST_PENDING = 500;

interface Message {
  /** Its number. */
  readonly position: number;
  readonly kind: StreamedKind;
  readonly text: string;
  /** Characters. */
  readonly weight: number;
}

export interface Reader {
  /** Id of the last message that the reader received; undefined for a new reader. */
  readonly lastEventId: string | undefined;
  /** Ends the stream when it aborts. */
  readonly until?: AbortSignal | undefined;
}

export type ActivityChannel = ReturnType<typeof openChannel>;

/**
 * The activity of an organization's sandbox, undefined for callers without one, written in batches while there are readers: the
 * newest messages, serialized once for all of them, and numbered from 1 in one sequence for all kinds. `name` distinguishes
 * the ids of its messages from those of other channels.
 */
export const openChannel = (
  organization: string | undefined,
  sources: ActivitySources,
  {
    name,
    limits,
    written,
    ended: channelEnded,
  }: {
    readonly name: string;
    readonly limits: Parameters<typeof createRing>[0];
    /** Called after each batch. */
    readonly written: () => void;
    /** Called once, when the sandbox has ended, or the last readers have left and not come again. */
    readonly ended: () => void;
  },
) => {
  const { journal, redactor, changes, watches, expectations, shows, time, clock, after, maxAttempts } = sources;
  const key = organization ?? '';
  const messages = createRing<Message>(limits);
  let newest = 0;
  /** Readers that wait for the same messages get the same bytes: a text would be encoded for each. */
  let lastRead: { readonly bytes: Buffer; readonly last: number; readonly asked: string } | undefined;
  const recorded = new Set<StreamedKind>();
  /** Wake the readers. */
  const readers = createSubscribers<undefined>();
  let reading = 0;
  let isClosed = false;
  let lingering: Timer | undefined;
  const stateChanges = createStateChanges();
  /** Write what waits for the next batch: a request path that only collects stays fast. */
  let pending: (() => void)[] = [];
  let timer: Timer | undefined;
  let analysis: Timer | undefined;
  /** Number of the newest message of which readers know. */
  let told = 0;
  let verdicts = expectations.verdictsIn(key);
  let areVerdictsStale = false;

  /** The id of a message, as a reader of the stream gets it. */
  const idOf = (number: number): string => `${name}.${number}`;

  /** Whether all messages after this one are still there. */
  const continuesAfter = (number: number): boolean => number === newest || number >= messages.oldest() - 1;

  /** The next messages of these kinds as one text, with the number of the last one that was considered. */
  const read = (position: number, kinds: ReadonlySet<StreamedKind>) => {
    const asked = `${position} ${[...kinds].join(' ')}`;
    if (lastRead?.asked === asked && lastRead.last === newest) return lastRead;
    let text = '';
    let last = position;
    for (const message of messages.after(position)) {
      if (text.length >= PIECE) break;
      last = message.position;
      if (kinds.has(message.kind)) text += message.text;
    }
    return (lastRead = { asked, bytes: Buffer.from(text), last });
  };

  const write = (kind: StreamedKind, data: object, event: string = kind): void => {
    if (!recorded.has(kind)) return;
    const text = writeEvent({ event, data, id: idOf(++newest) });
    messages.add({ position: newest, kind, text, weight: text.length });
  };

  const writePending = (): void => {
    const all = pending;
    pending = [];
    for (const one of all) one();
  };

  /** Writes at once what has happened so far. */
  const flush = (): void => {
    writePending();
    if (areVerdictsStale) {
      areVerdictsStale = false;
      const former = verdicts;
      verdicts = expectations.verdictsIn(key);
      for (const [scenario, verdict] of verdicts)
        if (former.get(scenario) !== verdict)
          write('scenario', { ...NOTHING_ELSE, scenario, change: 'verdict', verdict });
    }
    timer?.cancel();
    timer = undefined;
    const state = stateChanges.take();
    if (state !== undefined) write('state', state);
    if (newest === told) return;
    told = newest;
    written();
    readers.notify(undefined);
  };

  const soon = (): void => {
    timer ??= after(BATCH_DELAY, flush);
  };

  const collect = (one: () => void): void => {
    pending.push(one);
    if (pending.length >= MOST_PENDING) flush();
    else soon();
  };

  const push = (kind: StreamedKind, make: () => object, event?: string): void => {
    if (recorded.has(kind))
      collect(() => {
        write(kind, make(), event);
      });
  };

  /** Requests and events may change verdicts, and time alone. */
  const verdictsMayHaveChanged = (): void => {
    if (!recorded.has('scenario')) return;
    areVerdictsStale = true;
    soon();
  };

  const tellClock = (sandbox: Sandbox): void => {
    const now = { ...time.read(sandbox), wallTime: toIsoDateTime(clock.now()) };
    push('clock', () => now);
    verdictsMayHaveChanged();
  };

  const writeChange = (change: RecordChange): void => {
    if (change.collection === deliveries.name) {
      if (change.after !== undefined) write('delivery', toDeliveryChange(change.after as DeliveryRecord, maxAttempts));
    } else
      for (const news of toScenarioChanges(change)) {
        write('scenario', news);
        verdictsMayHaveChanged();
      }
    if (recorded.has('state')) stateChanges.add(change);
  };

  /** Stops recording. */
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    for (const each of [timer, analysis, lingering]) each?.cancel();
    for (const disconnect of disconnects) disconnect();
    channelEnded();
  };

  const disconnects = [
    journal.of(organization).listen((news) => {
      switch (news.kind) {
        case 'closed':
          flush();
          close();
          readers.notify(undefined);
          break;
        case 'event':
          push('event', () => redactor.showEvent(news.event));
          break;
        case 'forgotten':
          // The journal was cleared: belongs to the exchanges.
          push('exchange', () => ({}), 'forgotten');
          break;
        default:
          push('exchange', () => redactor.summarize(news.entry));
          if (news.kind === 'exchange' && recorded.has('finding'))
            analysis ??= after(ANALYSIS_DELAY, () => {
              analysis = undefined;
              watches.analyse();
            });
      }
    }),
    changes.listen(key, (news) => {
      if (news.kind === 'changed') {
        // A new setting of the clock is told as it is at once; other changes can wait.
        if (news.changes.some(isOtherClock)) tellClock(news.sandbox);
        if (recorded.has('state') || recorded.has('delivery') || recorded.has('scenario'))
          collect(() => {
            news.changes.forEach(writeChange);
          });
        return;
      }
      // Of what changed before, the records are no longer valid.
      writePending();
      stateChanges.take();
      soon();
      push('state', () => ({ reason: news.by, collections: [], changes: [], truncated: false }));
      tellClock(news.sandbox);
    }),
    watches.listen(key, ({ rule, title, clientId, subject, detail, certain }) => {
      push('finding', () => ({ rule, title, clientId, subject, detail, certain }));
    }),
    shows.listen(key, (news) => {
      push('show', () => news);
    }),
    expectations.listen(key, verdictsMayHaveChanged),
  ];

  return {
    /** Characters of all messages. */
    weight: messages.weight,
    /** Drops the oldest messages, about a tenth. Returns their characters. */
    shorten: messages.shorten,
    /**
     * The messages of some kinds as server-sent events; their kinds are recorded from now on. A reader is a position: it holds no
     * messages, and one that has fallen behind the oldest message is disconnected.
     */
    read: (
      kinds: ReadonlySet<StreamedKind>,
      { lastEventId, until }: Reader,
      ended: () => void,
    ): LiveContent['pieces'] => {
      for (const kind of kinds) recorded.add(kind);
      flush();
      lingering?.cancel();
      lingering = undefined;
      reading++;
      const [ownName, number] = lastEventId?.split('.') ?? [];
      const isContinued = ownName === name && Number(number) <= newest && continuesAfter(Number(number));
      let position = isContinued ? Number(number) : newest;
      const event = lastEventId === undefined ? 'listening' : 'gap';
      let greeting = isContinued ? '' : writeEvent({ event, data: { kinds: [...kinds] }, id: idOf(position) });
      let isOver = false;

      const sayGoodbye = (reason: 'too-slow' | 'ended' | 'signed-out'): string => {
        isOver = true;
        return writeEvent({ event: 'closed', data: { reason } });
      };

      const stream = createTextStream({
        take: () => {
          if (isOver) return undefined;
          if (until?.aborted === true) return sayGoodbye('signed-out');
          const first = greeting;
          greeting = '';
          if (first !== '') return first;
          if (!continuesAfter(position)) return sayGoodbye('too-slow');
          const { bytes, last } = read(position, kinds);
          position = last;
          return bytes.length === 0 && isClosed ? sayGoodbye('ended') : bytes;
        },
        after,
        ended: () => {
          stop();
          stopWaiting();
          ended();
          reading--;
          if (reading === 0 && !isClosed) lingering = after(LINGERING, close);
        },
        retry: RETRY,
      });
      const stop = readers.subscribe(stream.wake);
      const stopWaiting = whenAborted(until, stream.wake);
      return stream;
    },
  };
};

const isOtherClock = ({ collection, before, after }: RecordChange): boolean => {
  if (collection !== states.name) return false;
  const [former, now] = [before, after].map((state) => (state as SandboxState | undefined)?.clock);
  return former !== now && JSON.stringify(former) !== JSON.stringify(now);
};
