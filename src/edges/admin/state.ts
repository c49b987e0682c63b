import { type ClockStep, readInstant, toInstant } from '../../control/clock/sandbox-time.ts';
import type { ControlServices } from '../../control/control-services.ts';
import { AssumptionError, type Choices, type RequestedChoices } from '../../engine/assumptions/register.ts';
import { invalidMember } from '../../engine/problems/problem.ts';
import { ClockError } from '../../engine/sandbox/sandbox-clock.ts';
import { onPage } from '../../kernel/page.ts';
import { toSentence } from '../../kernel/sentence.ts';
import { answer, defineBehaviours } from './behaviour/control-behaviour.ts';
import { toList } from './behaviour/outcomes.ts';

/** The state of a sandbox: its data as a document, its snapshots, its clock, and what it assumes. */
export const stateOperations = ({ states, snapshots, time, switchboard }: ControlServices) =>
  defineBehaviours({
    exportState: async ({ owner }) => answer({ content: (await states.export(owner)).content }),
    importState: ({ owner, sent }) => states.import(owner, sent.kind === 'none' ? new Uint8Array() : sent.bytes),

    listSnapshots: async ({ owner }) => ({ data: await states.list(owner) }),
    takeSnapshot: async ({ owner, path: { name } }) => {
      const { snapshot, isNew } = await states.take(owner, name);
      return answer({ status: isNew ? 201 : 200, body: snapshot });
    },
    getSnapshot: async ({ owner, path: { name } }) =>
      answer({ live: { mediaType: 'application/json', pieces: await snapshots.stream(owner, name) } }),
    restoreSnapshot: ({ owner, path: { name } }) => states.restore(owner, name),
    deleteSnapshot: ({ owner, path: { name } }) => snapshots.remove(owner, name),

    getClock: ({ sandbox }) => time.read(sandbox),
    advanceClock: ({ sandbox, body }) => {
      const step = toStep(body);
      return refusingStep(step, () => time.advance(sandbox, toInstant(step)));
    },
    freezeClock: ({ sandbox, body: { at } = {} }) =>
      refusingStep({ at }, () => time.freeze(sandbox, at === undefined ? undefined : readInstant(at))),
    resumeClock: ({ sandbox }) => time.resume(sandbox),

    // Assumptions are choices where the API description is silent.
    listAssumptions: ({ sandbox, query }) =>
      toList(query, (wanted) => onPage(switchboard.list(sandbox, query), wanted)),
    changeAssumptions: async ({ sandbox, body }) => ({
      assumed: await refusingChoices(body, () => switchboard.change(sandbox, body)),
    }),
  });

/** The schema requires exactly one of the two. */
const toStep = ({ by, to = '' }: { readonly by?: string; readonly to?: string }): ClockStep =>
  by === undefined ? { to } : { by };

/** Reports an impossible step as a violation of the member that requests it. */
const refusingStep = async <T>(members: object, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClockError)) throw error;
    const [field, rejectedValue] = (Object.entries(members)[0] ?? ['', null]) as [string, unknown];
    throw invalidMember(field, error.message, rejectedValue);
  }
};

/** Reports an invalid choice as a violation of the member that contains it. */
const refusingChoices = async (wishes: RequestedChoices, work: () => Promise<Choices>): Promise<Choices> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AssumptionError)) throw error;
    const { id, message } = error;
    throw invalidMember(id, message, wishes[id] ?? null, toSentence(`Nothing was switched: ${message}`));
  }
};
