import { checkFits, checkMembers, needEvent } from '../../engine/scenarios/check-sample.ts';
import type { SampleMaker } from '../../engine/scenarios/emit-sample.ts';
import type { Members } from '../../engine/scenarios/scenario-file.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import { deliveries, ofEvent } from '../../engine/webhooks/model/delivery.ts';
import { type EventTarget, nameTarget } from '../../vat/samples/event-samples.ts';
import { violation } from '../../vat/policy/problem.ts';
import { type ShownEvent, toShownEvent } from './outbox.ts';

interface EmitOptions extends EventTarget {
  readonly type: string;
  readonly data?: Members;
}

export interface EmittedSample extends ShownEvent {
  readonly deliveries: readonly { readonly id: string; readonly endpointId: string }[];
}

/**
 * Emits a sample event as if it had happened: through the outbox, to its subscribers. Missing data comes from the
 * record that the event is about, else from a sample of the description.
 */
export const emitEvent = async (
  samples: SampleMaker,
  sandbox: Sandbox,
  { type, data: wished = {}, ...target }: EmitOptions,
): Promise<EmittedSample> => {
  const words = samples.words();
  const described = needEvent(type, words);
  checkMembers(type, wished, described, words);
  return sandbox.transact((work) => {
    const data = withNames(nameTarget(work, type, target), wished);
    checkFits(type, samples.make(work, type, data), described, words);
    const event = samples.emit(work, type, data);
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
