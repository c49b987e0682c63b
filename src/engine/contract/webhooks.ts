import { isJsonMediaType } from '../../kernel/http.ts';
import type { EventDescription, Operation } from './contract.ts';
import type { Cursor } from './cursor.ts';
import { attempt, type Diagnostic, PlaceError } from './diagnostic.ts';
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

/** The events of a description's `webhooks`, by their names there. A fault becomes a finding. */
export const readWebhooks = (root: Cursor, findings: Diagnostic[]): Map<string, EventDescription> => {
  const events = root
    .at('webhooks')
    .members()
    .map(([type, item]) => [type, attempt(() => readEvent(item), toFinding(findings))] as const);
  return new Map(events.flatMap(([type, event]) => (event === undefined ? [] : [[type, event]])));
};

const toFinding =
  (findings: Diagnostic[]) =>
  ({ pointer, message }: PlaceError): void => {
    findings.push({ pointer, message });
  };

/** The callbacks of an operation. Their events join `events`, by the names of the callbacks. */
export const readCallbacks = (
  place: Cursor,
  operationId: string,
  events: Map<string, EventDescription>,
  findings: Diagnostic[],
): Operation['callbacks'] => {
  const readCallback = (name: string, listed: Cursor) =>
    listed
      .follow()
      .members()
      .map(([expression, item]) => {
        const event = readEvent(item);
        const isFree = (events.get(name)?.pointer ?? event.pointer) === event.pointer;
        const type = isFree ? name : `${operationId}.${name}`;
        if (!events.has(type)) events.set(type, { ...event, isCallback: true });
        return { type, expression };
      });
  return place
    .at('callbacks')
    .members()
    .flatMap(([name, listed]) => attempt(() => readCallback(name, listed), toFinding(findings)) ?? []);
};
