import type { Contract, HeaderDescription } from '../contract/contract.ts';
import type { FakeValue } from '../faking/create-faker.ts';
import { headerText } from '../responders/response-headers.ts';
import { isHeaderValue, SET_BY_DELIVERY } from './signature.ts';

/** Of one event, and of one value: receivers refuse more. */
const MOST_HEADERS = 50;
const MOST_CHARACTERS = 2000;

/** What only the profile in use can fill in. */
const SIGNS = /signature|hmac|^webhook-(?:id|timestamp)$/;

/**
 * Headers that the description has for an event, each time the same for the same event. Each is its example, else generated. What belongs to the delivery itself, or to its signature, is not
 * among them.
 */
export const createDescribedHeaders = ({ events }: Contract, fake: FakeValue) => {
  const valueOf = async ({ name, example, schema }: HeaderDescription, seed: string): Promise<unknown> => {
    if (example !== undefined || schema === undefined) return example;
    // One that nothing satisfies is left out, as it is of a response.
    return fake(schema, `${seed}/${name}`, { sendsExamples: true }).catch(() => undefined);
  };
  return async ({
    id,
    type,
  }: {
    readonly id: string;
    readonly type: string;
  }): Promise<Readonly<Record<string, string>>> => {
    const described = events.get(type)?.headers ?? [];
    const sent = described.filter(({ name }) => !SIGNS.test(name) && !SET_BY_DELIVERY.has(name)).slice(0, MOST_HEADERS);
    const headers: Record<string, string> = {};
    for (const header of sent) {
      const value = await valueOf(header, id);
      const text = value === undefined ? '' : headerText(value, header);
      if (text !== '' && text.length <= MOST_CHARACTERS && isHeaderValue(text)) headers[header.name] = text;
    }
    return headers;
  };
};
