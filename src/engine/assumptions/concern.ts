import type { Concern } from '../../generated/assumptions-file.ts';

/** The properties of a finished exchange that a concern can match. */
export interface FinishedExchange {
  readonly operation: string | undefined;
  readonly method: string;
  readonly status: number;
  readonly problem: string | undefined;
  readonly fields: readonly string[];
  readonly messages: readonly string[];
  readonly stage: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sent: (name: string) => boolean;
  readonly events: readonly { readonly type: string }[];
}

export const concerns = (concern: Concern, seen: FinishedExchange): boolean => {
  const { operations, methods, statuses, problems, fields, messages, stages, headers, sent, events } = concern;
  return (
    isAmong(operations, seen.operation) &&
    isAmong(methods, seen.method) &&
    isAmong(statuses, seen.status) &&
    isAmong(problems, seen.problem) &&
    isAmong(stages, seen.stage) &&
    (fields === undefined || seen.fields.some((field) => fields.includes(field) || fields.includes(lastName(field)))) &&
    (messages === undefined || seen.messages.some((text) => messages.some((part) => text.includes(part)))) &&
    (headers === undefined || headers.some((name) => seen.headers[name] !== undefined)) &&
    (sent === undefined || sent.some((name) => seen.sent(name))) &&
    (events === undefined || seen.events.some(({ type }) => events.includes(type)))
  );
};

/** Whether it says which refusals it is about: that a call has a header, or its operation, explains no refusal. */
export const namesRefusals = ({ statuses, problems, fields, stages }: Concern): boolean =>
  [statuses, problems, fields, stages].some((part) => part !== undefined);

const isAmong = <T>(wanted: readonly T[] | undefined, value: T | undefined): boolean =>
  wanted === undefined || (value !== undefined && wanted.includes(value));

const lastName = (field: string): string => field.slice(field.lastIndexOf('.') + 1);
