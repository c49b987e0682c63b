import type { RecordChange } from '../../engine/sandbox/change-watch.ts';
import { createSubscribers } from '../../kernel/subscribers.ts';
import type { After } from '../../kernel/timers.ts';
import type { Activity, ActivityKind } from './activity.ts';
import type { ActivityLog } from './activity-log.ts';
import { createStateChanges } from './state-changes.ts';

/** The activity of one sandbox, written to its log in batches while there are readers. */
export interface ActivityChannel {
  readonly log: ActivityLog;
  /** Writes at once what has happened so far. */
  readonly flush: () => void;
  /** Adds kinds to those that are recorded. */
  readonly record: (kinds: Iterable<ActivityKind>) => void;
  /** Subscribes to batches, and to the end of the sandbox. Returns a function that unsubscribes. */
  readonly listen: (hear: (news: 'written' | 'closed') => void) => () => void;
  /** Stops recording. */
  readonly close: () => void;
}

/** Receives the activity of one sandbox. */
export interface ActivitySink {
  readonly records: (kind: ActivityKind) => boolean;
  readonly push: (activity: Activity) => void;
  readonly changed: (change: RecordChange) => void;
  readonly replaced: (by: 'reset' | 'import') => void;
  /** There is something to find out when the next batch is written. */
  readonly stir: () => void;
  /** The sandbox was deleted, or the server shuts down. */
  readonly ended: () => void;
}

/** Where activity comes from. */
export interface ActivitySource {
  /** Called before a batch is written, to push what is found out only then. */
  readonly settle: () => void;
  readonly disconnect: () => void;
}

export interface ActivityChannelParts {
  readonly log: ActivityLog;
  readonly connect: (sink: ActivitySink) => ActivitySource;
  /** The data of a message. */
  readonly show: (activity: Activity) => unknown;
  readonly after: After;
}

/** Milliseconds from an activity to its batch: one write to each reader carries all of a batch. */
const BATCH_DELAY = 40;

/** Activities after which a batch is written at once, so that no batch takes long. */
const MOST_PENDING = 250;

export const createActivityChannel = ({ log, connect, show, after }: ActivityChannelParts): ActivityChannel => {
  const recorded = new Set<ActivityKind>();
  const readers = createSubscribers<'written' | 'closed'>();
  const stateChanges = createStateChanges();
  let pending: Activity[] = [];
  let timer: { readonly cancel: () => void } | undefined;

  const flush = (): void => {
    timer?.cancel();
    source.settle();
    // Also the one that settling has started.
    timer?.cancel();
    timer = undefined;
    const before = log.newest();
    const all = pending;
    pending = [];
    for (const activity of all) log.add(toKind(activity), activity.kind, show(activity));
    const state = stateChanges.take();
    if (state !== undefined) log.add('state', 'state', state);
    if (log.newest() > before) readers.notify('written');
  };

  const soon = (): void => {
    timer ??= after(BATCH_DELAY, flush);
  };

  const push = (activity: Activity): void => {
    if (!recorded.has(toKind(activity))) return;
    pending.push(activity);
    if (pending.length >= MOST_PENDING) flush();
    else soon();
  };

  const source = connect({
    records: (kind) => recorded.has(kind),
    push,
    changed: (change) => {
      if (!recorded.has('state')) return;
      stateChanges.add(change);
      soon();
    },
    replaced: (reason) => {
      stateChanges.take();
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

const toKind = ({ kind }: Activity): ActivityKind => (kind === 'forgotten' ? 'exchange' : kind);
