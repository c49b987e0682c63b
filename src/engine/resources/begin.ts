import { getOrInsert } from '../../kernel/caches.ts';
import { stringifyJson } from '../../kernel/json.ts';
import { valueIn } from '../../kernel/json-pointer.ts';
import { letters } from '../matching/names.ts';
import { suggest } from '../matching/nearest.ts';
import type { UnitOfWork } from '../sandbox/unit-of-work.ts';
import { requestOf } from './infer-operations.ts';
import type { createAnswers } from './keep-answers.ts';
import { type Members, namesOf, textOf } from './keep-body.ts';
import { type KeptRecord, ONLY, ownKeyOf, type Parents } from './keep-records.ts';
import type { Resource } from './resource.ts';

/** What a new thing is made of. */
export interface New {
  readonly parents: Parents;
  readonly sent: Members;
  /** A whole generated body. If omitted, only what the server has anyway is generated. */
  readonly base?: Members;
  /** Drawn if omitted. */
  readonly id?: string | undefined;
  readonly seed: string;
  /** Whether it was always there, so that it has no time of its own. */
  readonly isGenerated?: boolean;
  /** Whether what is sent stands, also where the server would set it. */
  readonly isFixed?: boolean;
}

/** A thing that new sandboxes begin with, as a file has it: with the ids of what contains it among its members. */
export interface Fixture {
  /** The name of its resource. */
  readonly of: string;
  readonly members: Members;
}

/** What new sandboxes begin with. */
export const createBeginning = (
  resources: readonly Resource[],
  answers: ReturnType<typeof createAnswers>,
  {
    make,
    add,
  }: {
    readonly make: (resource: Resource, made: New, now: number) => Promise<{ readonly fault?: string | undefined }>;
    readonly add: (work: UnitOfWork, resource: Resource, made: New) => Promise<{ readonly record: KeptRecord }>;
  },
) => {
  const { bodies, kindOf } = answers;

  /** What the description knows of its members: those that a response shows, and those that only requests have. */
  const knows = (resource: Resource, name: string): boolean => {
    const requests = resource.operations.map((does) => {
      const sent = kindOf(resource, does);
      return (
        'request' in does && sent && bodies.schemaIn(requestOf(sent.operation)?.schema?.schema, does.request ?? [])
      );
    });
    return [resource.schema, ...requests].some((schema) => bodies.schemaIn(schema, [name]) !== undefined);
  };

  const newOf = (resource: Resource, { members }: Fixture, seed: string) => {
    const names = namesOf(resource);
    const ids = names.map((each) => Object.keys(members).find((name) => each.includes(letters(name))));
    const isMember = ([name]: readonly [string, unknown]) => !ids.includes(name) || knows(resource, name);
    return {
      parents: ids.map((name) => textOf(members[name ?? ''])),
      sent: Object.fromEntries(Object.entries(members).filter(isMember)),
      id: resource.kind === 'singleton' ? ONLY : undefined,
      seed,
      isFixed: true,
    };
  };

  const resourceOf = ({ of }: Fixture): Resource | undefined => resources.find(({ name }) => name === of);

  return {
    /** Why a fixture cannot be kept as it is. `taken` has the keys of those before, and gets its own. */
    faultOfFixture: async (fixture: Fixture, taken: Set<string>, now: number): Promise<string | undefined> => {
      const resource = resourceOf(fixture);
      if (resource === undefined) return undefined;
      const made = newOf(resource, fixture, '');
      const { parents, sent } = made;
      const open = resource.parents.filter((_, index) => parents[index] === undefined);
      if (open.length > 0) return `add ${open.join(' and ')}, which says what it belongs to`;
      const known = bodies.namesIn(resource.schema);
      const unknown = Object.keys(sent).find((name) => !knows(resource, name));
      if (unknown !== undefined && known.length > 0) return `it has no "${unknown}": ${suggest(unknown, known)}`;
      const { fault } = await make(resource, made, now);
      if (fault !== undefined) return `the response cannot show it: ${fault}`;
      const id = resource.id && valueIn(sent, resource.id);
      if (id !== undefined && !answers.takesId(resource, id))
        return `the path does not take the id ${stringifyJson(id)}`;
      const own = ownKeyOf(resource, parents, sent)?.text;
      const keys = new Map([
        [resource.key?.join(' and ') ?? '', own],
        [resource.id?.join('.') ?? 'place', made.id ?? textOf(id)],
      ]);
      for (const [name, key] of keys) {
        if (key === undefined) continue;
        const text = stringifyJson([fixture.of, parents, name, key]);
        if (taken.has(text)) return `another one has this ${name}`;
        taken.add(text);
      }
      return undefined;
    },
    /**
     * Creates the fixtures, then so many generated things of each kind, and within the first thing of each kind that contains
     * others.
     */
    beginWith: async (work: UnitOfWork, fixtures: readonly Fixture[], count: number): Promise<void> => {
      for (const [index, fixture] of fixtures.entries()) {
        const resource = resourceOf(fixture);
        if (resource !== undefined) await add(work, resource, newOf(resource, fixture, `fixture/${index}`));
        await work.pause();
      }
      const first = new Map<Resource, readonly string[]>();
      for (const resource of resources.toSorted((one, other) => one.parents.length - other.parents.length)) {
        const depth = resource.parents.length;
        const outer = answers.outersOf(resource).find((each) => each.parents.length === depth - 1);
        const parents = depth === 0 ? [] : outer && first.get(outer);
        if (parents === undefined || resource.kind === 'singleton') continue;
        for (let index = 0; index < count; index++) {
          const base = await answers.generateThing(resource, `seed/${index}`, work.now, true);
          const { record } = await add(work, resource, { parents, sent: base, base, seed: '' });
          getOrInsert(first, resource, () => [...parents, record.id]);
          await work.pause();
        }
      }
    },
  };
};
