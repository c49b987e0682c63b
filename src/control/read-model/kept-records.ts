import { type KeptRecord, collectionOf, isGone } from '../../engine/resources/keep-records.ts';
import type { Resource } from '../../engine/resources/resource.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { type RecordKind, type RecordKinds, PLAIN, collected, jobsKind, kindOf } from './records.ts';

/** What can be read of a sandbox whose API is any: its resources, and the jobs on its clock. */
export const keptKinds = (resources: readonly Resource[]): RecordKinds =>
  new Map<string, RecordKind>([
    ['jobs', jobsKind],
    ...resources.map((resource): [string, RecordKind] => [resource.name, kindOfResource(resource)]),
  ]);

const kindOfResource = (resource: Resource): RecordKind => {
  const { read } = collected(collectionOf(resource));
  const present = async (reading: Parameters<typeof read>[0]): Promise<readonly KeptRecord[]> =>
    (await read(reading)).filter((record) => !isGone(record));
  return kindOf(resource.name, {
    read: present,
    find: async (reading, path) => (await present(reading)).find((record) => pathOf(record) === path),
    one: 'record',
    summary: `What was created at ${resource.path}, and is not deleted. Newest first.`,
    limit: PLAIN,
    filters: { q: ({ id, body }, text) => id.toLowerCase().includes(text) || textOf(body).includes(text) },
    at: ({ createdAt }) => createdAt,
    views: (found) =>
      found.map(({ number: _number, createdAt, updatedAt, ...shown }) => ({
        ...shown,
        createdAt: toIsoDateTime(createdAt),
        updatedAt: toIsoDateTime(updatedAt),
      })),
  });
};

/** Names a record in a path, with the ids of what contains it: `p1/t1`. */
const pathOf = ({ parents, id }: KeptRecord): string => [...parents, id].join('/').toLowerCase();

const textOf = (body: unknown): string => stringifyJson(body).toLowerCase();
