import type { EmittedEvent } from '../../engine/message/message.ts';
import { events } from '../../engine/sandbox/event.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { deliveries, ofEvent } from '../../engine/webhooks/delivery.ts';
import type { PageWanted } from '../../kernel/page.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { checkFits, checkMembers, needEvent, type SampleMaker } from '../../engine/scenarios/sample-event.ts';
import type { EventList, EventTrigger, NewEvent } from '../../generated/control-schemas.ts';
import type { Members } from '../../generated/scenario-file.ts';
import { nameTarget } from '../../vat/samples/event-samples.ts';
import { violation } from '../../vat/policy/problem.ts';

type ShownEvent = EventList['data'][number];

const toShownEvent = ({ id, type, createdAt, seller, data }: EmittedEvent): ShownEvent => ({
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
): Promise<{ readonly data: EventList['data']; readonly total: number }> => {
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
): Promise<NewEvent> => {
  const words = samples.words();
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
