import type { MemberPath, Resource, ResourceOperation } from './resource.ts';

/** A resource as people read it. */
export interface ResourceRow {
  readonly name: string;
  readonly path: string;
  /** The member of the id, as in `metadata.name`. */
  readonly id: string | undefined;
  /** The query parameter of the pages of its list. */
  readonly paging: string | undefined;
  readonly operations: readonly {
    readonly operationId: string;
    readonly does: ResourceOperation['does'];
    /** The members that an action sets. */
    readonly sets: Readonly<Record<string, unknown>> | undefined;
  }[];
}

const write = (path: MemberPath | undefined): string | undefined => path?.join('.');

export const describeResources = (resources: readonly Resource[]): readonly ResourceRow[] =>
  resources.map(({ name, path, id, operations }) => ({
    name,
    path,
    id: write(id),
    paging: operations.flatMap((each) => (each.does === 'list' ? (each.list.paging?.parameter ?? []) : []))[0],
    operations: operations.map(({ operationId, does, ...each }) => ({
      operationId,
      does,
      sets: 'sets' in each ? each.sets : undefined,
    })),
  }));
