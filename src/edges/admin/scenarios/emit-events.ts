import { type EventWish, emitEvent } from '../../../control/scenarios/emit-event.ts';
import type { Behaviour } from '../../../engine/responders/stateful.ts';
import type { SampleMaker } from '../../../engine/scenarios/emit-sample.ts';
import { jsonContent } from '../../../kernel/http.ts';
import { sandboxOf } from '../access/sandbox-of.ts';

/** Emits a sample event as if it had happened. */
export const emitEvents =
  (samples: SampleMaker): Behaviour =>
  async (exchange) => {
    const emitted = await emitEvent(samples, sandboxOf(exchange), exchange.input.body as EventWish);
    return { status: 201, headers: {}, content: jsonContent(emitted) };
  };
