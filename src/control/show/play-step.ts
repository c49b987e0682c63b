import type { Conditions } from '../../generated/scenario-file.ts';
import { compareConditions, toConditions } from '../../engine/matching/condition.ts';
import { beginEffort } from '../../engine/matching/pattern.ts';
import { readPointer } from '../../engine/matching/pointer.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { ShownCall, ShownProof } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Json } from '../../kernel/json.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { seedOf } from '../storyboards/storyboard.ts';
import type { ActionFile, ProofFile, StatusFile } from '../../generated/storyboard-file.ts';
import { type CallOfStepParts, type ShowValues, fillStepText, fillValue, makeCall } from './call-of-step.ts';
import type { PlayedStep, Saved, Show } from './show.ts';

interface PlayStepParts extends CallOfStepParts {
  readonly sandboxes: Pick<Sandboxes, 'of'>;
  /** As it is now: another process may have changed it since the call arrived. */
  readonly ownerOf: (sandbox: string) => Organization | undefined;
  /** The pauses of a step, which may make forty calls. */
  readonly pauses: () => Pause;
}

/**
 * Makes the calls of a step and checks its proofs; `changed` is called after each call. Fills in the played step, and
 * returns what is saved after it.
 */
export type PlayStep = (owner: Organization, show: Show, played: PlayedStep, changed: () => void) => Promise<Saved>;

export const createPlayStep =
  (parts: PlayStepParts): PlayStep =>
  async (owner, show, played, changed) => {
    const { sandboxes, ownerOf } = parts;
    const { at } = played;
    const { actions, proof = [], look } = at.file;
    let saved = show.saved;
    const pause = parts.pauses();
    const valuesNow = async (): Promise<ShowValues> => {
      const { clock } = await sandboxes.of(owner);
      return { owner: ownerOf(owner.sandbox) ?? owner, saved, now: clock.now() };
    };
    const send = async (action: ActionFile, number: string): Promise<ShownCall> => {
      const turn = pause();
      if (turn !== undefined) await turn;
      const chance = `${seedOf(show.storyboard)}/show/${String(at.chapter)}/${String(at.step)}/${number}`;
      return makeCall(parts, { action, values: await valuesNow(), chance, origin: show.origin });
    };

    for (const [index, action] of actions.entries()) {
      const made = await send(action, String(index));
      played.calls.push(made);
      played.failure = faultOfAction(action, proofOfStatus(proof, index + 1), made);
      if (played.failure !== undefined) break;
      saved = { ...saved, ...savedFrom(action, made) };
      changed();
    }

    const results: ShownProof[] = [];
    for (const [index, one] of proof.entries()) {
      if (played.failure !== undefined) {
        results.push({ title: one.title, holds: null, expected: null, actual: null });
        continue;
      }
      const { answer, status: _status, headers: _headers, body: _body, title: _title, ...call } = one;
      const made = answer === undefined ? await send(call, `proof-${String(index)}`) : played.calls[answer - 1];
      const result = await prove(one, made, await valuesNow());
      results.push(result);
      if (result.holds === false)
        played.failure = `${result.title}: expected ${result.expected ?? ''}, but was ${result.actual ?? ''}.`;
    }
    played.proof = results;
    played.look = look === undefined ? null : fillStepText(look, await valuesNow());
    return saved;
  };

/** The status that a proof of the step demands of an answer; its action then demands none. */
const proofOfStatus = (proof: readonly ProofFile[], answer: number): StatusFile | undefined =>
  proof.find((one) => one.answer === answer && one.status !== undefined)?.status;

const faultOfAction = (action: ActionFile, proved: StatusFile | undefined, made: ShownCall): string | undefined => {
  const expected = action.status ?? proved;
  if (isStatus(made, expected)) return undefined;
  return `${made.title} (${made.operationId}): expected ${nameStatus(expected)}, but was ${describeAnswer(made)}.`;
};

const isStatus = ({ status }: ShownCall, expected: StatusFile | undefined): boolean => {
  if (expected === undefined) return status !== null && status < 300;
  return expected === 'lost' ? status === null : status === expected;
};

const nameStatus = (expected: StatusFile | undefined): string => {
  if (expected === undefined) return 'a success';
  return expected === 'lost' ? 'a lost answer' : `status ${String(expected)}`;
};

const describeAnswer = ({ status, response, fault }: ShownCall): string => {
  if (status === null) return `a lost answer (${fault ?? ''})`;
  const detail = (response.body as { readonly detail?: unknown } | null)?.detail;
  return `status ${String(status)}${typeof detail === 'string' ? ` (${detail.replace(/\.$/, '')})` : ''}`;
};

const savedFrom = ({ save = {} }: ActionFile, { response }: ShownCall): Saved =>
  Object.fromEntries(
    Object.entries(save).map(([name, pointer]) => [name, (readPointer(pointer)(response.body)[0] ?? null) as Json]),
  );

const prove = async (
  { title, status, headers = {}, body = {} }: ProofFile,
  made: ShownCall | undefined,
  values: ShowValues,
): Promise<ShownProof> => {
  if (made === undefined) return { title, holds: false, expected: 'an answer', actual: 'none' };
  const demanded = status !== undefined || Object.keys(headers).length + Object.keys(body).length === 0;
  if ((demanded || made.status === null) && !isStatus(made, status))
    return { title, holds: false, expected: nameStatus(status), actual: describeAnswer(made) };
  const conditions = await toConditions(fillValue({ headers, body }, values) as unknown as Conditions);
  const { difference } = compareConditions(conditions, {
    parameter: () => [],
    pathParameter: () => undefined,
    queryParameter: () => undefined,
    header: (name) => made.response.headers[name],
    body: () => made.response.body ?? undefined,
    effort: beginEffort(),
  });
  if (difference === undefined) return { title, holds: true, expected: null, actual: null };
  return { title, holds: false, expected: `${difference.at} ${difference.expected}`, actual: difference.actual };
};
