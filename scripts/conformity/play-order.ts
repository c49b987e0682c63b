import type { Contract, Operation } from '../../src/engine/contract/contract.ts';
import type { Resource, ResourceOperation } from '../../src/engine/resources/resource.ts';
import type { Random } from '../../src/kernel/random.ts';

/** One call of the play; what it does with a resource is known where the server inferred one. */
export interface Step {
  readonly operation: Operation;
  readonly resource?: Resource;
  readonly part?: ResourceOperation;
}

const WHILE_IT_LIVES = ['create', 'list', 'read', 'patch', 'replace', 'action', 'read', 'list'] as const;
const AT_ITS_END = ['delete', 'read'] as const;

/**
 * Draws about `count` operations. Those of a resource come all with the first of them, and in the order of its life: containers are
 * created before what they contain, and deleted after it.
 */
export const drawPlay = (
  { operations }: Contract,
  resources: readonly Resource[],
  count: number,
  random: Random,
): readonly Step[] => {
  const owners = new Map(
    resources.flatMap((resource) => resource.operations.map(({ operationId }) => [operationId, resource])),
  );
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const shuffled = operations
    .map((operation) => ({ operation, place: random.uint32() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ operation }) => operation);
  const drawn = new Set<string>();
  const played = new Set<Resource>();
  for (const { id } of shuffled) {
    if (drawn.size >= count) break;
    const owner = owners.get(id);
    drawn.add(id);
    if (owner === undefined) continue;
    played.add(owner);
    for (const { operationId } of owner.operations) drawn.add(operationId);
  }
  const others = shuffled.filter(({ id }) => drawn.has(id) && !owners.has(id)).map((operation) => ({ operation }));
  const outside = [...played].toSorted((a, b) => a.path.split('/').length - b.path.split('/').length);
  const steps = (resource: Resource, order: readonly ResourceOperation['does'][]): Step[] =>
    order.flatMap((does) =>
      resource.operations
        .filter((part) => part.does === does)
        .flatMap((part) => {
          const operation = byId.get(part.operationId);
          return operation === undefined ? [] : [{ operation, resource, part }];
        }),
    );
  return [
    ...others,
    ...outside.flatMap((resource) => steps(resource, WHILE_IT_LIVES)),
    ...outside.toReversed().flatMap((resource) => steps(resource, AT_ITS_END)),
  ];
};
