import { toIsoDateTime } from '../../kernel/clock.ts';
import { toNumbers } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';
import type { EmittedEvent } from '../message/message.ts';
import type { Observer } from '../ports/ports.ts';
import { createCompilers } from '../validation/ajv.ts';
import { toViolations } from '../validation/violations.ts';

export type Envelope = Readonly<ReturnType<typeof toEnvelope>>;

/** Members common to all events: the complete body of a delivery. Assumption: event-envelope. */
export const toEnvelope = (
  { id, type, createdAt, data }: Pick<EmittedEvent, 'id' | 'type' | 'createdAt' | 'data'>,
  organizationUuid: string,
) => ({ id, type, createdAt: toIsoDateTime(createdAt), organizationUuid, data });

/**
 * Validates an event against its description before it is stored; a violation is a bug in the server, and reported as a
 * breach.
 */
export type EventCheck = (event: Pick<EmittedEvent, 'id' | 'type'>, body: object) => void;

export const createEventCheck = (contract: Contract, observer: Pick<Observer, 'breached'>): EventCheck => {
  const faultsOf = (type: string, body: object): readonly string[] => {
    const event = contract.events.get(type);
    if (event === undefined) return [`no event "${type}" is described`];
    const validate = createCompilers(contract).exact(event.pointer);
    if (validate(body) || validate(toNumbers(body))) return [];
    return toViolations(validate.errors ?? [], body).map(({ field, message }) => `event ${field} ${message}`);
  };

  return ({ id, type }, body) => {
    const reasons = faultsOf(type, body);
    if (reasons.length > 0)
      observer.breached({ operationId: type, status: 0, source: 'stateful', reasons, traceId: id });
  };
};
