import { plainProblem } from '../../engine/problems/problem.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type {
  JourneyStep,
  MoveControlCall,
  NextCall,
  OrderGoal,
  OrderJourney,
  OrderMoves as NextMoves,
  OrderStanding,
} from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { defined } from '../../kernel/defined.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import type { Reply } from '../../kernel/http.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { isObject } from '../../kernel/json.ts';
import type { Problem } from '../../kernel/problem.ts';
import { createRandom } from '../../kernel/random.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { describeOutcome } from '../../vat/moves/describe-outcome.ts';
import { type Move, clockMove } from '../../vat/moves/move.ts';
import {
  type Goal,
  type OfferedMove,
  explainUnreachable,
  findNextMove,
  isReached,
  movesOf,
  offerMoves,
  reachableFrom,
  withUsualReason,
} from '../../vat/moves/moves.ts';
import { type OrderScene, changesOf, readScene } from '../../vat/moves/order-scene.ts';
import type { Call, Player } from '../calls/call.ts';

/** Moves of one call; the longest way from a new order takes a dozen. */
const MOST_STEPS = 40;

export type OrderMoves = ReturnType<typeof createOrderMoves>;

export const createOrderMoves = ({
  seed,
  ownerOf,
  pauses,
  player,
}: {
  readonly seed: string;
  /** Owner of a sandbox. */
  readonly ownerOf: (sandbox: string) => Organization | undefined;
  readonly pauses: () => Pause;
  readonly player: Player;
}) => {
  const { compose } = player;

  /** Makes the calls of the moves of a scene. */
  const callsOf = (scene: OrderScene): ((move: Move) => Call) => {
    const { setting, order } = scene;
    const situation = [seed, setting.organization.sandbox, order.uuid, scene.now, changesOf(scene)].join('/');
    return ({ kind, id, operationId, path: params, body, upload }) => {
      // The same for the same call in the same situation, and another one as soon as anything has changed.
      const drawKey = (): string => drawUuid(createRandom(`${situation}/${id}`));
      return compose(kind === 'call' ? 'service' : 'control', operationId, { params, body, upload, drawKey });
    };
  };

  const read = async (sandbox: Sandbox, uuid: string): Promise<OrderScene> => {
    const owner = ownerOf(sandbox.id);
    if (owner === undefined) throw new Error(`the sandbox ${sandbox.id} has no owner`);
    await sandbox.catchUp();
    return sandbox.read((work) => readScene(work, owner, uuid));
  };

  /** What can happen to an order next. Throws 404 for an unknown one. */
  const next = async (sandbox: Sandbox, uuid: string, origin: string): Promise<NextMoves> => {
    const scene = await read(sandbox, uuid);
    const pause = pauses();
    const { offered, refused } = await offerMoves(scene, movesOf(scene), pause);
    const root = origin + scene.setting.publicPath;
    const toCall = callsOf(scene);
    const calls: NextMoves['calls'][number][] = [];
    const simulators: NextMoves['simulators'][number][] = [];
    let due: NextMoves['clock'] = null;
    for (const { move, ...rehearsed } of offered) {
      const { id, title } = move;
      const leadsTo = describeOutcome(scene, rehearsed);
      const made = toCall(move);
      const call: MoveControlCall = { method: 'POST', path: made.path, body: made.body as MoveControlCall['body'] };
      if (move.kind === 'call') calls.push({ id, title, ...showCall(made, root), leadsTo });
      else if (move.kind === 'simulator') simulators.push({ id, title, name: move.path['name'] ?? '', call, leadsTo });
      else if (move.job !== undefined) {
        const { id: jobId, kind, dueAt } = move.job;
        const job = { id: jobId, kind, dueAt: toIsoDateTime(dueAt) };
        due = { id, title, job, by: toIsoDuration(Math.ceil(move.by ?? 0)), call, leadsTo };
      }
      await pause();
    }
    return {
      order: toStanding(scene),
      now: toIsoDateTime(scene.now),
      calls,
      simulators,
      clock: due,
      refused: refused.flatMap(({ move, refusal }) =>
        move.kind === 'call'
          ? [{ operationId: move.operationId, title: move.title, problem: refusal.type, reason: refusal.detail }]
          : [],
      ),
      reads: readsOf(scene).map(([operationId, title, params]) => {
        const call = compose('service', operationId, { params });
        return { operationId, title, method: call.method, path: call.path, curl: toCurl(call, root) };
      }),
    };
  };

  /** Brings an order to a status or verdict. Throws 409 if no moves lead there, or if a step fails. */
  const goTo = async (sandbox: Sandbox, uuid: string, wish: OrderGoal, origin: string): Promise<OrderJourney> => {
    let goal = toGoal(wish);
    const pause = pauses();
    const steps: JourneyStep[] = [];
    let former: string | undefined;
    for (;;) {
      const scene = await read(sandbox, uuid);
      if (isReached(scene, goal)) return { order: toStanding(scene), steps };
      goal = withUsualReason(scene, goal);
      const changes = changesOf(scene);
      if (changes === former) throw stoodStill(scene, steps);
      await pause();
      const offer = await findNextMove(scene, goal, pause);
      if (offer === undefined || steps.length >= MOST_STEPS)
        throw conflict(scene, { detail: explainUnreachable(scene, goal), steps });
      const wait = wish.wait === false ? undefined : waitBefore(scene, offer.move);
      // Time alone changes nothing.
      former = wait === undefined ? changes : undefined;
      const { move, ...rehearsed } = wait ?? offer;
      const call = callsOf(scene)(move);
      const { api, operationId, method, path } = call;
      const { reply } = await player.send(call, { sandbox: sandbox.id, origin, sentBy: 'goto' });
      const { status, headers } = reply;
      const step: JourneyStep = {
        kind: move.kind,
        title: move.title,
        ...(api === 'service' && { operationId }),
        method,
        path,
        status,
        requestId: (api === 'service' ? headers['x-mock-request-id'] : undefined) ?? null,
        leadsTo: describeOutcome(scene, rehearsed).summary,
      };
      const by = headers['x-mock-scenario'];
      if (status >= 300)
        throw plainProblem(409, {
          detail: `Step ${steps.length + 1}, "${step.title}", was refused with ${status}: ${detailOf(reply) ?? `HTTP ${status}`}${by === undefined ? '' : ` (scenario step ${by})`}`,
          extensions: { steps, failed: step },
        });
      steps.push(step);
      await pause();
    }
  };

  return { next, goTo };
};

const showCall = (call: Call, root: string): Omit<NextCall, 'id' | 'title' | 'leadsTo'> => {
  const { operationId, method, path, headers, body = null, upload } = call;
  const curl = toCurl(call, root);
  if (upload === undefined)
    return { operationId, method, path, headers, body: body as NextCall['body'], upload: null, curl };
  const { field, fileName, mediaType, bytes } = upload.file;
  const file = { field, fileName, contentType: mediaType, base64: Buffer.from(bytes).toString('base64') };
  return { operationId, method, path, headers, body: null, upload: { fields: upload.fields, file }, curl };
};

/** The reads of an order that a client may want next. */
const readsOf = ({
  order: { seller, uuid, exportFile },
}: OrderScene): readonly (readonly [
  operationId: string,
  title: string,
  params: Readonly<Record<string, string>>,
])[] => [
  ['getOrder', 'Read the order', { sellerId: seller, uuid }],
  ['getOrderCompliance', 'Read the compliance rollup', { uuid }],
  ['getTransport', 'Read the transport', { uuid }],
  ['listOrderDocuments', 'List the documents', { sellerId: seller, uuid }],
  ...(exportFile === undefined
    ? []
    : ([
        ['getExportFile', 'Read the Export File', { uuid }],
        ['downloadDocument', 'Download the Export File', { id: exportFile.documentId }],
      ] as const)),
];

/** The call as a command for a POSIX shell; `$TOKEN` holds an access token. The file of an upload comes by a pipe. */
const toCurl = ({ method, path, headers, text, upload }: Call, root: string): string => {
  const own = Object.entries(headers).filter(([name]) => upload === undefined || name !== 'Content-Type');
  const parts = [
    `curl -X ${method} ${quote(root + path)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    ...own.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(text === undefined ? [] : [`-d ${quote(text)}`]),
  ];
  if (upload === undefined) return parts.join(' ');
  const { field, fileName, mediaType, bytes } = upload.file;
  const form = [
    ...Object.entries(upload.fields).map(([name, value]) => `-F ${quote(`${name}=${value}`)}`),
    `-F ${quote(`${field}=@-;filename=${fileName};type=${mediaType}`)}`,
  ];
  return `echo ${Buffer.from(bytes).toString('base64')} | base64 -d | ${[...parts, ...form].join(' ')}`;
};

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The description demands exactly one of the two. */
const toGoal = ({ status, verdict, because }: OrderGoal): Goal => {
  if (status !== undefined) return { status };
  if (verdict !== undefined) return { decision: verdict, because };
  throw new Error('a goal needs a status or a verdict');
};

/** What is dated as far ahead by its client is not waited for: daily jobs would run for years. Milliseconds. */
const LONGEST_WAIT = 7 * 86_400_000;

/** The time that usually lies between what has happened and the move; undefined if it has passed. */
const waitBefore = (scene: OrderScene, move: Move): OfferedMove | undefined => {
  if (move.usuallyAt === undefined) return undefined;
  const by = move.usuallyAt - scene.now;
  if (by <= 0 || by > LONGEST_WAIT) return undefined;
  const wait = clockMove('wait', `Let ${wordsOf(by)} pass on the clock of the sandbox`, by);
  return { move: wait, after: { ...scene, now: scene.now + by }, events: [] };
};

/** To the hour: "a day", "23 hours". */
const wordsOf = (milliseconds: number): string => {
  const hours = Math.ceil(milliseconds / 3_600_000);
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${count} ${unit}s`;
};

const detailOf = ({ content }: Reply): string | undefined => {
  const value: unknown = content?.value;
  return isObject(value) && typeof value['detail'] === 'string' ? value['detail'] : undefined;
};

const conflict = (
  scene: OrderScene,
  {
    detail,
    ...extensions
  }: { readonly detail: string; readonly steps: readonly JourneyStep[]; readonly failed?: object },
): Problem => plainProblem(409, { detail, extensions: { ...extensions, reachable: reachableFrom(scene) } });

/** The call was answered as if it had succeeded, but nothing happened. */
const stoodStill = (scene: OrderScene, steps: readonly JourneyStep[]): Problem => {
  const failed = steps.at(-1);
  return conflict(scene, {
    detail: `Step ${steps.length}, "${failed?.title ?? ''}", was answered with ${String(failed?.status)}, but changed nothing: an active scenario may have answered it.`,
    steps: steps.slice(0, -1),
    ...defined({ failed }),
  });
};

/** Blockers that a summary of an order shows: one of many vehicles has hundreds. */
const MOST_BLOCKERS = 50;

/** Where an order stands. */
const toStanding = ({ order: { uuid, externalOrderId, status, compliance } }: OrderScene): OrderStanding => ({
  uuid,
  externalOrderId,
  status,
  complianceStatus: compliance.status,
  decision: compliance.decision,
  blockers: compliance.blockers.slice(0, MOST_BLOCKERS),
  blockerCount: compliance.blockers.length,
});
