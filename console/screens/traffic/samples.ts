import { call } from '../../server/call.ts';

let samples: Promise<ReadonlyMap<string, unknown>> | undefined;

/** A body of the operation that is ready to be sent; undefined if it takes none. */
export const sampleOf = async (operationId: string): Promise<unknown> => {
  samples ??= readSamples();
  return (await samples).get(operationId);
};

/** The description does not change while the server runs: read once. */
const readSamples = async (): Promise<ReadonlyMap<string, unknown>> => {
  const { data } = await call('GET', '/operations');
  return new Map(data.map(({ operationId, body }) => [operationId, body?.examples[0]?.value] as const));
};
