import type { RecordingStart } from '../control/capsule/capsule-story.ts';
import { type ClientWatch, watchClients } from '../control/observation/watch-clients.ts';
import { type Recorder, createRecorder } from '../engine/capsule/recorder.ts';
import { createRedactor } from '../engine/journal/redactor.ts';
import type { Sandboxes } from '../engine/sandbox/sandboxes.ts';
import { type ExpectationWatch, createExpectationWatch } from '../engine/scenarios/expectations/expectation-watch.ts';
import { DETECTORS } from '../vat/coaching/detectors.ts';
import type { RuntimeContext } from './runtime-context.ts';
import type { KnownOrganizations } from './known-organizations.ts';
import type { LazyRef } from './lazy-ref.ts';

/** They see every exchange and every event, and have no part in the answers. */
export interface Observers {
  /** What active scenarios expect of clients. */
  readonly expectations: ExpectationWatch;
  /** What capsules are made of. */
  readonly recorder: Recorder<RecordingStart>;
  /** The journal, the coverage and the findings. */
  readonly clientWatch: ClientWatch;
}

export interface ObserversParts {
  readonly known: KnownOrganizations;
  /** Whose clocks say when things happened. */
  readonly sandboxes: LazyRef<Sandboxes>;
}

export const createObservers = (ground: RuntimeContext, { known, sandboxes }: ObserversParts): Observers => {
  const { contract, clock, after, isHosted, isForeign } = ground;
  // Strangers do not see what belongs to nobody.
  const sharesNobodys = !isHosted;
  const redactor = createRedactor(contract);
  const expectations = createExpectationWatch({ redactor: () => redactor, sharesNobodys, clock });
  const recorder = createRecorder<RecordingStart>({ sharesNobodys, elapsed: () => clock.elapsed() });
  const clientWatch = watchClients({
    contract,
    redactor,
    expectations,
    // What they look for is what our own description says.
    detectors: isForeign ? [] : DETECTORS,
    clients: known.clients,
    sandboxes: sandboxes.get,
    sharesNobodys,
    clock,
    after,
    observers: [recorder.hear],
  });
  return { expectations, recorder, clientWatch };
};
