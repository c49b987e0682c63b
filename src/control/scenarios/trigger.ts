import type { EmittedEvent } from '../../engine/message/message.ts';
import { events } from '../../engine/sandbox/event.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { deliveries, ofEvent } from '../../engine/webhooks/delivery.ts';
import type { PageWanted } from '../../kernel/page.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { checkFits, checkMembers, needEvent, type SampleMaker } from '../../engine/scenarios/sample-event.ts';
import type { Event, EventTrigger, SimulatorRun } from '../../generated/control-schemas.ts';
import { problem } from '../../engine/problems/problem.ts';
import { suggestFromAll } from '../../engine/matching/nearest.ts';
import { type Simulator, type Target, SIMULATORS } from '../../vat/simulators/simulators.ts';
import type { Members } from '../../generated/scenario-file.ts';
import { nameTarget } from '../../vat/samples/event-samples.ts';
import { violation } from '../../vat/policy/problem.ts';

const toShownEvent = ({ id, type, createdAt, seller, data }: EmittedEvent): Event => ({
  id,
  type,
  createdAt: toIsoDateTime(createdAt),
  seller: seller ?? null,
  data,
});

/** The outbox, newest first: events caused by changes in a sandbox, with or without subscribers. */
export const readOutbox = async (
  sandbox: Sandbox,
  { page, limit }: PageWanted,
): Promise<{ readonly data: readonly Event[]; readonly total: number }> => {
  const { values, total } = await sandbox.read((reading) =>
    reading.page(events, { descending: true, page, size: limit }),
  );
  return { data: values.map(toShownEvent), total };
};

/**
 * Emits a sample event as if it had happened: through the outbox, to its subscribers. Missing data comes from the
 * record that the event is about, else from a sample of the description.
 */
export const emitEvent = async (
  samples: SampleMaker,
  sandbox: Sandbox,
  { type, data = {}, ...target }: EventTrigger,
) => {
  const { words } = samples;
  const wished = data as Members;
  const described = needEvent(type, words);
  checkMembers(type, wished, described, words);
  await samples.ready(type);
  return sandbox.transact((work) => {
    const whole = withNames(nameTarget(work, type, target), wished);
    checkFits(type, samples.make(work, type, whole), described, words);
    const event = samples.emit(work, type, whole);
    const sent = work.findAll(deliveries, ofEvent(event.id));
    return { ...toShownEvent(event), deliveries: sent.map(({ id, endpointId }) => ({ id, endpointId })) };
  });
};

/** The target and the data must name the same record. */
const withNames = (names: Readonly<Record<string, string>>, data: Members): Members => {
  for (const [member, id] of Object.entries(names)) {
    const other = data[member];
    const isSame = typeof other === 'string' && other.toLowerCase() === id.toLowerCase();
    if (other !== undefined && !isSame)
      throw violation(`data.${member}`, `is another one than the target, ${id}: leave one of them out`, other);
  }
  return { ...names, ...data };
};

/** Triggers a business outcome. Throws 404, 409 or 422 with the reason. */
export const simulate = async (sandbox: Sandbox, name: string, target: Target): Promise<SimulatorRun> => {
  const simulator = SIMULATORS.get(name);
  if (simulator === undefined)
    throw problem('not-found', {
      detail: `There is no simulator "${name.slice(0, 64)}": ${suggestFromAll(name, SIMULATORS.keys())}.`,
    });
  checkTarget(simulator, target);
  const emitted: EmittedEvent[] = [];
  await sandbox.transact((work) => simulator.run(work, target), emitted);
  const events = emitted.map(({ type }) => type);
  return { simulator: name, events };
};

/**
 * Unknown members are errors, as missing ones are: a misspelt or misplaced member would otherwise be ignored silently.
 */
const checkTarget = ({ name, needs, takes }: Simulator, target: Target): void => {
  for (const member of needs)
    if (target[member] === undefined) throw violation(member, `is required by the simulator ${name}`, null);
  for (const [member, value] of Object.entries(target))
    if (!needs.includes(member as keyof Target) && !takes.includes(member as keyof Target))
      throw violation(member, `is not taken by the simulator ${name}`, value);
};
