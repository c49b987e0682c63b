import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { MoveControlCall, NextCall, OrderMoves as NextMoves } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { createRandom } from '../../kernel/random.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { describeOutcome } from '../../vat/moves/describe-outcome.ts';
import type { Move } from '../../vat/moves/move.ts';
import { movesOf, offerMoves } from '../../vat/moves/moves.ts';
import { type OrderScene, changesOf, readScene } from '../../vat/moves/order-scene.ts';
import type { Call, Player } from '../calls/call.ts';
import { createGoTo, toStanding } from './go-to.ts';

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

  return { next, goTo: createGoTo({ read, callsOf, pauses, player }) };
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
