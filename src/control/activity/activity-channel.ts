import type { StreamedKind } from '../../generated/control-schemas.ts';
import type { RecordChange } from '../../engine/sandbox/change-watch.ts';
import { type RingLimits, createRing, shorten } from '../../engine/journal/ring.ts';
import { createTextStream, writeEvent, writeEventOf } from '../../kernel/event-stream.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { createSubscribers } from '../../kernel/subscribers.ts';
import type { After } from '../../kernel/timers.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import { type Activity, KINDS_OF_CHANGES, createStateChanges } from './activity-changes.ts';

/** The activity of one sandbox, written to its log in batches while there are readers. */
export interface ActivityChannel {
  readonly log: ActivityLog;
  /** Writes at once what has happened so far. */
  readonly flush: () => void;
  /** Adds kinds to those that are recorded. */
  readonly record: (kinds: Iterable<StreamedKind>) => void;
  /** Subscribes to batches, and to the end of the sandbox. Returns a function that unsubscribes. */
  readonly listen: (hear: (news: 'written' | 'closed') => void) => () => void;
  /** Stops recording. */
  readonly close: () => void;
}

/** Receives the activity of one sandbox. */
export interface ActivitySink {
  readonly records: (kind: StreamedKind) => boolean;
  readonly push: (activity: Activity) => void;
  /** Changes of one transaction; they are described when the next batch is written. */
  readonly changed: (changes: readonly RecordChange[]) => void;
  readonly replaced: (by: 'reset' | 'import') => void;
  /** There is something to find out when the next batch is written. */
  readonly stir: () => void;
  /** The sandbox was deleted, or the server shuts down. */
  readonly ended: () => void;
}

/** Where activity comes from. */
export interface ActivitySource {
  /** The activities in a change, pushed while a batch is written. */
  readonly describe: (change: RecordChange, push: (activity: Activity) => void) => void;
  /** Called before a batch is written, to push what is found out only then. */
  readonly settle: () => void;
  readonly disconnect: () => void;
}

/** Milliseconds from an activity to its batch: one write to each reader carries all of a batch. */
const BATCH_DELAY = 40;

/** Activities and transactions after which a batch is written at once, so that no batch takes long. */
const MOST_PENDING = 500;

/** What waits for the next batch: a request path that only collects stays fast. */
type Pending = Activity | { readonly kind: 'changes'; readonly changes: readonly RecordChange[] };

export const createActivityChannel = ({
  name,
  limits,
  connect,
  show,
  after,
}: {
  /** Distinguishes the ids of its messages from those of earlier channels. */
  readonly name: string;
  readonly limits: RingLimits;
  readonly connect: (sink: ActivitySink) => ActivitySource;
  /** The data of a message, as JSON. */
  readonly show: (activity: Activity) => string;
  readonly after: After;
}): ActivityChannel => {
  const log = createActivityLog(name, limits);
  const recorded = new Set<StreamedKind>();
  const readers = createSubscribers<'written' | 'closed'>();
  const stateChanges = createStateChanges();
  let pending: Pending[] = [];
  let timer: { readonly cancel: () => void } | undefined;
  /** Number of the newest message of which readers know. */
  let told = log.newest();

  const write = (activity: Activity): void => {
    const kind = toKind(activity);
    if (recorded.has(kind)) log.add(kind, activity.kind, show(activity));
  };

  const writePending = (): void => {
    const all = pending;
    pending = [];
    for (const one of all)
      if (one.kind !== 'changes') write(one);
      else
        for (const change of one.changes) {
          source.describe(change, write);
          if (recorded.has('state')) stateChanges.add(change);
        }
  };

  const flush = (): void => {
    timer?.cancel();
    writePending();
    source.settle();
    writePending();
    // Also the one that settling has started.
    timer?.cancel();
    timer = undefined;
    const state = stateChanges.take();
    if (state !== undefined) log.add('state', 'state', stringifyJson(state));
    if (log.newest() === told) return;
    told = log.newest();
    readers.notify('written');
  };

  const soon = (): void => {
    timer ??= after(BATCH_DELAY, flush);
  };

  const collect = (one: Pending): void => {
    pending.push(one);
    if (pending.length >= MOST_PENDING) flush();
    else soon();
  };

  const push = (activity: Activity): void => {
    if (recorded.has(toKind(activity))) collect(activity);
  };

  const source = connect({
    records: (kind) => recorded.has(kind),
    push,
    changed: (changes) => {
      if (KINDS_OF_CHANGES.some((kind) => recorded.has(kind))) collect({ kind: 'changes', changes });
    },
    replaced: (reason) => {
      // Of what changed before, the records are no longer valid.
      writePending();
      stateChanges.take();
      soon();
      push({ kind: 'state', data: { reason, collections: [], changes: [], truncated: false } });
    },
    stir: soon,
    ended: () => {
      flush();
      readers.notify('closed');
    },
  });

  return {
    log,
    flush,
    record: (kinds) => {
      for (const kind of kinds) recorded.add(kind);
    },
    listen: readers.subscribe,
    close: () => {
      timer?.cancel();
      source.disconnect();
    },
  };
};

/** The newest messages of a sandbox, serialized once for all readers; numbered from 1 in one sequence for all kinds. */
interface ActivityLog {
  /** `data` is JSON. */
  readonly add: (kind: StreamedKind, event: string, data: string) => void;
  /** Number of the newest message; 0 if there was none. */
  readonly newest: () => number;
  /** The id of a message, as a reader of the stream gets it. */
  readonly idOf: (number: number) => string;
  /** The number in an id of this log; undefined for any other text, and for a message that was not there yet. */
  readonly numberIn: (id: string) => number | undefined;
  /** Whether all messages after this one are still there. */
  readonly continuesAfter: (number: number) => boolean;
  /** The next messages of these kinds as one text, with the number of the last one that was considered. */
  readonly read: (after: number, kinds: ReadonlySet<StreamedKind>) => ReadMessages;
  /** Drops the oldest messages, about a tenth. Returns their characters. */
  readonly shorten: () => number;
  /** Characters. */
  readonly size: () => number;
}

interface ReadMessages {
  readonly text: string;
  readonly last: number;
}

/** Characters after which a text ends: what a slow client has not read yet is held in memory. */
const PIECE = 65_536;

interface Message {
  /** Its number. */
  readonly position: number;
  readonly kind: StreamedKind;
  readonly text: string;
  /** Characters. */
  readonly weight: number;
}

const createActivityLog = (name: string, limits: RingLimits): ActivityLog => {
  const messages = createRing<Message>(limits);
  let newest = 0;
  /** Readers that wait for the same messages get the same text. */
  let lastRead: (ReadMessages & { readonly after: number; readonly kinds: string }) | undefined;

  const idOf = (number: number): string => `${name}.${String(number)}`;

  return {
    add: (kind, event, data) => {
      const text = writeEventOf(event, data, idOf(++newest));
      messages.add({ position: newest, kind, text, weight: text.length });
    },
    newest: () => newest,
    idOf,
    numberIn: (id) => {
      const [ownName, number] = id.split('.');
      return ownName === name && Number(number) <= newest ? Number(number) : undefined;
    },
    continuesAfter: (number) => number === newest || number >= messages.oldest() - 1,
    read: (after, kinds) => {
      const key = [...kinds].join(' ');
      if (lastRead?.after === after && lastRead.kinds === key && lastRead.last === newest) return lastRead;
      let text = '';
      let last = after;
      for (const message of messages.after(after)) {
        if (text.length >= PIECE) break;
        last = message.position;
        if (kinds.has(message.kind)) text += message.text;
      }
      lastRead = { after, kinds: key, text, last };
      return lastRead;
    },
    shorten: () => shorten(messages),
    size: messages.weight,
  };
};

const toKind = ({ kind }: Activity): StreamedKind => (kind === 'forgotten' ? 'exchange' : kind);

/** Reconnection delay for browsers, in milliseconds. */
const RETRY = 2000;

/**
 * The messages of some kinds as server-sent events. A reader is a position in the log: it holds no messages, and one that
 * has fallen behind the oldest message is disconnected.
 */
export const createActivityReader = (
  channel: ActivityChannel,
  {
    kinds,
    lastEventId,
    until,
    after,
    ended,
  }: {
    readonly kinds: ReadonlySet<StreamedKind>;
    /** Id of the last message that the reader received; undefined for a new reader. */
    readonly lastEventId: string | undefined;
    /** Ends the stream when it aborts. */
    readonly until?: AbortSignal | undefined;
    readonly after: After;
    readonly ended: () => void;
  },
): AsyncIterable<string> => {
  const { log } = channel;
  channel.record(kinds);
  channel.flush();
  const resumed = lastEventId === undefined ? undefined : log.numberIn(lastEventId);
  const isContinued = resumed !== undefined && log.continuesAfter(resumed);
  let position = isContinued ? resumed : log.newest();
  let greeting = isContinued
    ? ''
    : writeEvent({
        event: lastEventId === undefined ? 'listening' : 'gap',
        data: { kinds: [...kinds] },
        id: log.idOf(position),
      });
  let isClosed = false;
  let isOver = false;

  const close = (reason: 'too-slow' | 'ended' | 'signed-out'): string => {
    isOver = true;
    return writeEvent({ event: 'closed', data: { reason } });
  };

  const stream = createTextStream({
    take: () => {
      if (isOver) return undefined;
      if (until?.aborted === true) return close('signed-out');
      const first = greeting;
      greeting = '';
      if (first !== '') return first;
      if (!log.continuesAfter(position)) return close('too-slow');
      const { text, last } = log.read(position, kinds);
      position = last;
      return text === '' && isClosed ? close('ended') : text;
    },
    after,
    ended: () => {
      stop();
      stopWaiting();
      ended();
    },
    retry: RETRY,
  });
  const stop = channel.listen((news) => {
    isClosed ||= news === 'closed';
    stream.wake();
  });
  const stopWaiting = whenAborted(until, stream.wake);
  return stream;
};
