import { drawPrefixedId, drawUuid } from '../../kernel/ids.ts';
import { createRandom } from '../../kernel/random.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { Json } from '../../kernel/json.ts';
import type { Contract } from '../contract/contract.ts';
import { shapesOf } from '../contract/schema-shapes.ts';
import { partsOf } from '../contract/walk-schema.ts';
import { events } from '../sandbox/create-unit-of-work.ts';
import type { Reading } from '../sandbox/unit-of-work.ts';

/** Members of envelopes, in the spellings of public APIs, without their word separators. */
const IDS = new Set(['id', 'eventid', 'webhookid', 'notificationid', 'deliveryid']);
const TYPES = new Set(['type', 'event', 'eventtype', 'eventname', 'topic']);
const TIMES = new Set([
  ...['created', 'createdat', 'timestamp', 'time', 'date', 'occurredat', 'sentat', 'eventtime', 'triggeredat'],
  ...['emittedat', 'eventdate'],
]);

const PAYLOADS = new Set(['data', 'payload', 'object', 'resource', 'detail', 'details', 'body']);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/**
 * What a sandbox knows of an event of any API: its id, type and time, if its body has an envelope around the payload. In a body
 * without one, these members are those of the thing itself.
 */
export const anyEventFacts = ({ document, events: described }: Contract) => {
  const shapes = shapesOf(document);

  const factOf = (name: string, schema: unknown, work: Reading, type: string): Json | undefined => {
    const types = shapes.typesOf(schema);
    const isText = types.size === 0 || types.has('string');
    if (TIMES.has(name)) return isText ? toIsoDateTime(work.now) : Math.floor(work.now / 1000);
    if (!isText) return undefined;
    if (TYPES.has(name)) return shapes.listedIn(schema) === undefined ? type : undefined;
    if (!IDS.has(name)) return undefined;
    // As many as there are events before it, so that each has its own, and the same in each run.
    const { total } = work.page(events, { page: 0, size: 1 });
    const random = createRandom(`${type}/${work.now}/${total}`);
    const isUuid = [...partsOf(document, schema)].some(({ format }) => format === 'uuid');
    return isUuid ? drawUuid(random) : drawPrefixedId('evt_', random);
  };

  return {
    about: (work: Reading, type: string): Readonly<Record<string, Json>> => {
      const event = described.get(type);
      const members = event === undefined ? [] : [...shapes.membersOf({ $ref: event.pointer })];
      const names = members.map(([name]) => plain(name));
      const showsThing = members.some(([, schema]) => shapes.memberOf(schema, 'id') !== undefined);
      const hasEnvelope = names.some(
        (name) => PAYLOADS.has(name) || (TYPES.has(name) && (name !== 'type' || showsThing)),
      );
      if (!hasEnvelope) return {};
      return Object.fromEntries(
        members.flatMap(([name, schema]) => {
          const value = factOf(plain(name), schema, work, type);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    },
    scopeOf: () => ({}),
  };
};
