import { isJsonMediaType } from '../../kernel/http.ts';
import type { Callback, EventDescription } from './contract.ts';
import type { Cursor } from './cursor.ts';
import { type Diagnostic, PlaceError } from './diagnostic.ts';
import { readContents, readHeaderParameters } from './read-contents.ts';
import { isSchemaObject } from './walk-schema.ts';

const METHODS = ['post', 'put', 'patch', 'query', 'get', 'delete'];

/**
 * The event that a path item of `webhooks` or of a callback describes: "a request initiated by the API provider and the expected
 * responses" (OpenAPI 3.1.1, 4.8.18). It is sent as POST of JSON.
 */
const readEvent = (item: Cursor): EventDescription => {
  const at = item.follow();
  const operation = METHODS.map((method) => at.at(method)).find(({ exists }) => exists);
  // What the provider sends has its `readOnly` members, as a response has.
  const contents = operation && readContents(operation.at('requestBody').follow().at('content'), 'response-sample');
  const content = contents?.find(({ mediaType }) => isJsonMediaType(mediaType) || mediaType === '*/*');
  if (operation === undefined || content?.schema === undefined)
    throw new PlaceError(at, 'this event is not sent: describe its body as application/json, with a schema');
  return {
    pointer: content.schema.pointer,
    summary: operation.text('summary') ?? '',
    examples: content.examples.filter(({ value }) => isSchemaObject(value)),
    headers: readHeaderParameters(at, operation),
  };
};

/** A fault becomes a finding. */
const tryRead = <T>(findings: Diagnostic[], read: () => readonly T[]): readonly T[] => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error;
    findings.push({ pointer: error.pointer, message: error.message });
    return [];
  }
};

const membersOf = (at: Cursor): [string, Cursor][] => at.entries().filter(([name]) => !name.startsWith('x-'));

/** The events of a description's `webhooks`, by their names there. */
export const readWebhooks = (root: Cursor, findings: Diagnostic[]): Map<string, EventDescription> =>
  new Map(
    membersOf(root.at('webhooks')).flatMap(([type, item]) =>
      tryRead(findings, () => [[type, readEvent(item)] as const]),
    ),
  );

/** The callbacks of an operation. Their events join `events`, by the names of the callbacks. */
export const readCallbacks = (
  place: Cursor,
  operationId: string,
  events: Map<string, EventDescription>,
  findings: Diagnostic[],
): readonly Callback[] =>
  membersOf(place.at('callbacks')).flatMap(([name, listed]) =>
    tryRead(findings, () =>
      membersOf(listed.follow()).map(([expression, item]) => {
        const event = readEvent(item);
        const isFree = (events.get(name)?.pointer ?? event.pointer) === event.pointer;
        const type = isFree ? name : `${operationId}.${name}`;
        if (!events.has(type)) events.set(type, { ...event, isCallback: true });
        return { type, expression };
      }),
    ),
  );
