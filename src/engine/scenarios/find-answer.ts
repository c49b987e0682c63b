import type { MediaType, NamedExample, Operation, ResponseDescription } from '../contract/contract.ts';
import { findResponse } from '../contract/find-response.ts';
import { usualContents } from '../contract/media-ranges.ts';

interface FoundExample {
  readonly status: number;
  readonly response: ResponseDescription;
  readonly content: MediaType;
  readonly example: NamedExample;
}

/** A named example of an operation: of the requested status, else of the first one that has it. */
export const findExample = (
  operation: Operation,
  name: string,
  status: number | undefined,
): FoundExample | undefined => {
  const described = status === undefined ? undefined : findResponse(operation, status);
  for (const response of status === undefined ? operation.responses : described === undefined ? [] : [described])
    for (const content of usualContents(response)) {
      const example = content.examples.find((candidate) => candidate.name === name);
      if (example !== undefined) return { status: status ?? statusOf(response), response, content, example };
    }
  return undefined;
};

const statusOf = ({ status }: ResponseDescription): number =>
  status === 'default' ? 200 : Number(status.replace('XX', '00'));

export const exampleNames = ({ responses }: Operation): string[] => [
  ...new Set(responses.flatMap(({ contents }) => contents.flatMap(({ examples }) => examples.map(({ name }) => name)))),
];
