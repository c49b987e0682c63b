import { secureRandom } from '../edges/system/secure-random.ts';
import { type Recorder, createRecorder } from '../engine/capsule/recorder.ts';
import { RECORDER_LIMITS, type RecordingStart } from '../engine/capsule/recording.ts';
import { createSharedRecorder } from '../engine/capsule/shared/shared-recorder.ts';
import type { ExchangeObserver } from '../engine/journal/journal.ts';
import type { RecordedOf } from '../engine/journal/shared/shared-journal.ts';
import type { SharedDirectory } from '../engine/sandbox/freshness.ts';
import type { LiveState } from '../engine/sandbox/live-state.ts';
import { drawUuid } from '../kernel/ids.ts';
import type { LazyRef } from './lazy-ref.ts';
import type { Replication } from './open-store.ts';
import type { SharedJournalAccess } from './open-shared-journal.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** How the recorder learns of exchanges, and several processes of each other's recordings. */
export interface OpenedRecorder extends Recorder<RecordingStart> {
  readonly observers: readonly ExchangeObserver[];
  readonly recorded: RecordedOf | undefined;
  readonly liveStates: readonly LiveState[];
  readonly directories: readonly SharedDirectory[];
}

export interface RecorderAccess {
  readonly sharesUnowned: boolean;
  /** Undefined for one process. */
  readonly shared: SharedJournalAccess | undefined;
  readonly replication: LazyRef<Replication>;
}

export const openRecorder = (
  { clock, after, version, slicedWork, observer, memory: shares }: RuntimeContext,
  { sharesUnowned, shared, replication }: RecorderAccess,
): OpenedRecorder => {
  const elapsed = (): number => clock.elapsed();
  const memory = shares.open('recordings', RECORDER_LIMITS.allBytes);
  if (shared === undefined) {
    const recorder = createRecorder<RecordingStart>({ sharesUnowned, elapsed, memory });
    return { ...recorder, observers: [recorder.onExchange], recorded: undefined, liveStates: [], directories: [] };
  }
  const recorder = createSharedRecorder({
    ...shared,
    table: {
      begin: (recording) => replication.get().recordings.begin(recording),
      end: (owner, id) => replication.get().recordings.end(owner, id),
      list: () => replication.get().recordings.list(),
      find: (owner) => replication.get().recordings.find(owner),
      callsAfter: (id, place) => replication.get().recordings.callsAfter(id, place),
    },
    version,
    sharesUnowned,
    elapsed,
    memory,
    drawId: () => drawUuid(secureRandom),
    pauses: slicedWork.pauses,
    after,
    isAlive: (origin) => replication.get().replica.isAlive(origin),
    failed: (error) => {
      observer.failed(error, '');
    },
  });
  return {
    ...recorder,
    observers: [],
    liveStates: [recorder.live],
    directories: [recorder.directory],
  };
};
