import type { StreamedKind } from '../../generated/control-schemas.ts';
import type { RecordChange } from '../../engine/sandbox/change-watch.ts';
import { createTextStream, writeEvent } from '../../kernel/event-stream.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { createSubscribers } from '../../kernel/subscribers.ts';
import type { After } from '../../kernel/timers.ts';
import { whenAborted } from '../../kernel/wait-until.ts';
import { type Activity, KINDS_OF_CHANGES, createStateChanges } from './activity-changes.ts';
import type { ActivityLog } from './activity-log.ts';

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
  log,
  connect,
  show,
  after,
}: {
  readonly log: ActivityLog;
  readonly connect: (sink: ActivitySink) => ActivitySource;
  /** The data of a message, as JSON. */
  readonly show: (activity: Activity) => string;
  readonly after: After;
}): ActivityChannel => {
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
