import type { StreamedDelivery, StreamedScenario, StreamedState } from '../../generated/control-schemas.ts';
import { keyRecords } from '../../engine/idempotency/key-record.ts';
import type { RecordChange } from '../../engine/sandbox/change-watch.ts';
import { events } from '../../engine/sandbox/event.ts';
import { states } from '../../engine/sandbox/sandbox-state.ts';
import { uploadedScenarios } from '../../engine/scenarios/repository.ts';
import { type ScenarioRun, scenarioRuns } from '../../engine/scenarios/run.ts';
import { type DeliveryRecord, messages } from '../../engine/webhooks/delivery.ts';
import { toIsoDateTimeOrNull } from '../../kernel/clock.ts';
import { getOrInsert } from '../../kernel/caches.ts';

export const toDeliveryChange = (record: DeliveryRecord, maxAttempts: number): StreamedDelivery => ({
  id: record.id,
  webhookId: record.endpointId,
  eventId: record.eventId,
  eventType: record.eventType,
  status: record.status,
  httpStatus: record.httpStatus,
  failure: record.tries.at(-1)?.failure ?? null,
  attempts: record.attempts,
  maxAttempts,
  lastAttemptAt: toIsoDateTimeOrNull(record.lastAttemptAt),
  nextRetryAt: toIsoDateTimeOrNull(record.nextRetryAt),
  test: record.isTest,
});

export const NOTHING_ELSE = { state: null, number: null, failure: null, verdict: null } as const;

/** What a committed change means for scenarios: one transaction may use a step and enter the next state. */
export const toScenarioChanges = ({ collection, id, before, after }: RecordChange): readonly StreamedScenario[] => {
  if (collection === uploadedScenarios.name)
    return [{ ...NOTHING_ELSE, scenario: id, change: after === undefined ? 'removed' : 'uploaded' }];
  if (collection !== scenarioRuns.name) return [];
  return changesOfRun(before as ScenarioRun | undefined, after as ScenarioRun | undefined);
};

const changesOfRun = (before: ScenarioRun | undefined, after: ScenarioRun | undefined): readonly StreamedScenario[] => {
  const wasActive = before?.isActive === true;
  if (after === undefined)
    return before !== undefined && wasActive ? [{ ...NOTHING_ELSE, scenario: before.name, change: 'deactivated' }] : [];
  const base = { ...NOTHING_ELSE, scenario: after.name, state: after.state };
  if (after.isActive && (!wasActive || before.begunAt !== after.begunAt || before.chance !== after.chance))
    return [{ ...base, change: 'activated' }];
  const changes: StreamedScenario[] = [];
  for (const [number, count] of Object.entries(after.uses))
    if (count > (before?.uses[number] ?? 0)) changes.push({ ...base, change: 'step', number: Number(number) });
  if (before !== undefined && before.state !== after.state) changes.push({ ...base, change: 'state' });
  for (const { entry, failure = null } of newResults(before, after))
    changes.push({ ...base, change: 'timeline', number: entry, failure });
  if (wasActive && !after.isActive) changes.push({ ...base, change: 'deactivated' });
  return changes;
};

/** The newest results: their number is limited, so they are compared from the end. */
const newResults = (before: ScenarioRun | undefined, after: ScenarioRun) => {
  const known = before?.timelineResults.at(-1);
  const index = after.timelineResults.findLastIndex(({ entry, at }) => entry === known?.entry && at === known.at);
  return after.timelineResults.slice(index + 1);
};

type RecordChangeNews = StreamedState['changes'][number];

type ChangeKind = RecordChangeNews['change'];

/** Maximum number of records listed in one message; beyond it a reader reads the collections again. */
export const MOST_LISTED = 200;

/** Collections that no screen shows, or that other kinds of activity cover. */
const UNLISTED = new Set([keyRecords.name, events.name, messages.name, states.name]);

/** Collects the changes of several transactions: each record is listed once. */
export const createStateChanges = () => {
  let byCollection = new Map<string, Map<string, ChangeKind>>();
  let count = 0;

  return {
    add: ({ collection, id, before, after }: RecordChange): void => {
      if (UNLISTED.has(collection)) return;
      const own = getOrInsert(byCollection, collection, () => new Map<string, ChangeKind>());
      const known = own.get(id);
      const change = before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
      if (known === undefined) {
        own.set(id, change);
        count++;
        return;
      }
      const merged = merge(known, change);
      if (merged !== undefined) own.set(id, merged);
      else if (own.delete(id)) count--;
    },
    /** Undefined if nothing has changed since the last call. */
    take: (): StreamedState | undefined => {
      if (count === 0) return undefined;
      const changes: RecordChangeNews[] = [];
      for (const [collection, own] of byCollection)
        for (const [id, change] of own) if (changes.length < MOST_LISTED) changes.push({ collection, id, change });
      const collections = [...byCollection].filter(([, own]) => own.size > 0).map(([name]) => name);
      const taken: StreamedState = { reason: 'changed', collections, changes, truncated: count > MOST_LISTED };
      byCollection = new Map();
      count = 0;
      return taken;
    },
  };
};

/** Undefined for a record that was created and deleted again. */
const merge = (known: ChangeKind, next: ChangeKind): ChangeKind | undefined => {
  if (known === 'created') return next === 'deleted' ? undefined : 'created';
  // Deleted and created again under the same id.
  return known === 'deleted' ? 'changed' : next;
};
