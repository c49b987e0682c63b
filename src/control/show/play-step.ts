import type { Conditions } from '../../generated/scenario-file.ts';
import { HIDDEN, isSecretName } from '../../engine/journal/secrets.ts';
import { compareConditions, toConditions } from '../../engine/matching/condition.ts';
import { beginEffort } from '../../engine/matching/pattern.ts';
import { parsePointer, valueIn } from '../../kernel/json-pointer.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import { type TemplateSource, fill, fillToText, sourceAt } from '../../engine/scenarios/template.ts';
import type { ShownCall, ShowStep } from '../../generated/control-schemas.ts';
import type { ActionFile, ParamsFile, ProofFile, StatusFile } from '../../generated/storyboard-file.ts';
import type { Organization } from '../../identity/organization.ts';
import { type ApiRequest, type Reply, isJsonMediaType, targetOf } from '../../kernel/http.ts';
import { drawTraceId, drawUuid } from '../../kernel/ids.ts';
import { mapValues } from '../../kernel/defined.ts';
import type { Json } from '../../kernel/json.ts';
import { type Random, createRandom } from '../../kernel/random.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { sampleFile } from '../../vat/moves/move.ts';
import type { Call, CallContents, Player } from '../calls/call.ts';
import { STORY_PLACEHOLDERS, type StoryStep, calledBy, namesSandbox, seedOf } from './storyboard.ts';
import { type PlayedStep, type Saved, type Show, nameOfAction } from './shows.ts';

/**
 * Makes the calls of a step and checks its proofs; `changed` is called after each call. Fills in the played step, and
 * returns what is saved after it.
 */
export const createPlayStep =
  ({
    player,
    sandboxes,
    ownerOf,
    pauses,
  }: {
    readonly player: Player;
    readonly sandboxes: Sandboxes;
    /** As it is now: another process may have changed it since the call arrived. */
    readonly ownerOf: (sandbox: string) => Organization | undefined;
    /** The pauses of a step, which may make forty calls. */
    readonly pauses: () => Pause;
  }) =>
  async (
    owner: Organization,
    show: Show,
    { at, played }: { readonly at: StoryStep; readonly played: PlayedStep },
    changed: () => void,
  ): Promise<Saved> => {
    const { actions, proof = [], look } = at.file;
    const { sandbox } = owner;
    const { origin, storyboard } = show;
    let { saved } = show;
    const pause = pauses();
    const sourceNow = async (): Promise<TemplateSource> => {
      const { clock } = await sandboxes.of(owner);
      return toSource(ownerOf(sandbox) ?? owner, saved, clock.now());
    };
    /** Makes a call as a client of the organization; returns it with its answer. */
    const make = async (action: ActionFile, number: string): Promise<ShownCall> => {
      await pause();
      // Distinguishes the call from all others of its storyboard, and is the same each time it is played.
      const random = createRandom(`${seedOf(storyboard)}/show/${at.chapter}/${at.step}/${number}`);
      const { api, id: operationId } = calledBy(action);
      const call = player.compose(api, operationId, toContents(action, await sourceNow(), { sandbox, random }));
      const { request, reply } = await player.send(call, { sandbox, origin, sentBy: 'show' });
      const fault = reply.fault?.failure?.kind ?? null;
      const isLost = fault !== null && fault !== 'slow-body';
      return {
        api,
        title: nameOfAction(action),
        operationId,
        method: call.method,
        path: targetOf(call),
        fault,
        request: shownRequest(call, request),
        status: isLost ? null : reply.status,
        response: isLost ? { headers: {}, body: null, bytes: 0 } : shownReply(reply),
        requestId: (api === 'service' ? reply.headers['x-mock-request-id'] : undefined) ?? null,
      };
    };

    for (const [index, action] of actions.entries()) {
      const made = await make(action, String(index));
      played.calls.push(made);
      // A proof of the step may demand another status of the answer.
      const proved = proof.find(({ answer, status }) => answer === index + 1 && status !== undefined);
      const expected = action.status ?? proved?.status;
      if (!isStatus(made, expected)) {
        played.failure = `${made.title} (${made.operationId}): expected ${nameStatus(expected)}, but was ${describeAnswer(made)}.`;
        break;
      }
      const read = (pointer: string) => (valueIn(made.response.body, parsePointer(pointer)) ?? null) as Json;
      saved = { ...saved, ...mapValues(action.save ?? {}, read) };
      changed();
    }

    const results: ShowStep['proof'][number][] = [];
    for (const [index, one] of proof.entries()) {
      if (played.failure !== undefined) {
        results.push({ title: one.title, holds: null, expected: null, actual: null });
        continue;
      }
      const { answer, status: _status, headers: _headers, body: _body, title: _title, ...call } = one;
      const made = answer === undefined ? await make(call, `proof-${index}`) : played.calls[answer - 1];
      const result = await prove(one, made, await sourceNow());
      results.push(result);
      if (result.holds === false)
        played.failure = `${result.title}: expected ${result.expected ?? ''}, but was ${result.actual ?? ''}.`;
    }
    played.proof = results;
    played.look = look === undefined ? null : fillToText(look, await sourceNow());
    return saved;
  };

const isStatus = ({ status }: ShownCall, expected: StatusFile | undefined): boolean => {
  if (expected === undefined) return status !== null && status < 300;
  return expected === 'lost' ? status === null : status === expected;
};

const nameStatus = (expected: StatusFile | undefined): string => {
  if (expected === undefined) return 'a success';
  return expected === 'lost' ? 'a lost answer' : `status ${expected}`;
};

const describeAnswer = ({ status, response, fault }: ShownCall): string => {
  if (status === null) return `a lost answer (${fault ?? ''})`;
  const detail = (response.body as { readonly detail?: unknown } | null)?.detail;
  return `status ${status}${typeof detail === 'string' ? ` (${detail.replace(/\.$/, '')})` : ''}`;
};

const prove = async (
  { title, status, headers = {}, body = {} }: ProofFile,
  made: ShownCall | undefined,
  source: TemplateSource,
): Promise<ShowStep['proof'][number]> => {
  if (made === undefined) return { title, holds: false, expected: 'an answer', actual: 'none' };
  const demanded = status !== undefined || Object.keys(headers).length + Object.keys(body).length === 0;
  if ((demanded || made.status === null) && !isStatus(made, status))
    return { title, holds: false, expected: nameStatus(status), actual: describeAnswer(made) };
  const conditions = await toConditions(fill({ headers, body }, source) as unknown as Conditions);
  const { difference } = compareConditions(conditions, {
    pathParameter: () => undefined,
    queryParameter: () => [],
    header: (name) => made.response.headers[name],
    body: () => made.response.body ?? undefined,
    effort: beginEffort(),
  });
  if (difference === undefined) return { title, holds: true, expected: null, actual: null };
  return { title, holds: false, expected: `${difference.at} ${difference.expected}`, actual: difference.actual };
};

const toContents = (
  { params = {}, headers = {}, body, upload, ...called }: ActionFile,
  source: TemplateSource,
  { sandbox, random }: { readonly sandbox: string; readonly random: Random },
): CallContents => {
  const textOf = (value: ParamsFile[string]): string => fillToText(String(value), source);
  const fields = upload && mapValues(upload, textOf);
  // Problems repeat the trace id, which would otherwise be another one each time.
  const traceparent = `00-${drawTraceId(random)}-${drawTraceId(random).slice(0, 16)}-01`;
  return {
    params: { ...mapValues(params, textOf), ...(namesSandbox(calledBy(called)) ? { id: sandbox } : {}) },
    headers: { traceparent, ...mapValues(headers, textOf) },
    body: body === undefined ? undefined : fill(body, source),
    upload: fields && { fields, file: sampleFile(fields['type'] ?? 'FILE', Object.values(fields)) },
    drawKey: () => drawUuid(random),
  };
};

/** Nothing else of the organization, whatever a name says. */
const toSource = (organization: Organization, saved: Saved, now: number): TemplateSource => {
  const values = { seller: organization.sellers[0], organization, saved };
  const isKnown = (name: string): boolean => STORY_PLACEHOLDERS.includes(name) || name.startsWith('saved.');
  return sourceAt((name) => (isKnown(name) ? (valueIn(values, name.split('.')) as Json | undefined) : undefined), now);
};

/** Bytes of a body that is shown. */
const LARGEST_SHOWN_BODY = 65_536;

const shownRequest = (
  { headers, text, upload, body }: Call,
  { header, bodyRead }: ApiRequest,
): ShownCall['request'] => {
  const type = header('content-type');
  const bytes = bodyRead?.()?.byteLength ?? Buffer.byteLength(text ?? '');
  const isShown = upload !== undefined || bytes <= LARGEST_SHOWN_BODY;
  return {
    headers: { ...headers, ...(type === undefined ? {} : { 'Content-Type': type }) },
    body: isShown ? (body ?? upload?.fields ?? null) : null,
    bytes,
  };
};

/** Name the exchange, which is another one each time that the same call is made. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['link', 'x-mock-request-id']);

const shownReply = ({ headers, content }: Reply): ShownCall['request'] => {
  const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_SHOWN.has(name)));
  if (content === undefined) return { headers: shown, body: null, bytes: 0 };
  const { mediaType, byteLength, body } = content;
  const isShown = isJsonMediaType(mediaType) && byteLength <= LARGEST_SHOWN_BODY;
  return {
    headers: { 'content-type': mediaType, ...shown },
    body: isShown ? parseShown(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) : null,
    bytes: byteLength,
  };
};

/** The show may be watched by others: secrets, such as those of webhook endpoints, are not for them. */
const parseShown = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => (typeof value === 'string' && isSecretName(name) ? HIDDEN : value));
