import type { Contract } from '../../engine/contract/contract.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { NextCall, NextJob, NextSimulator, OrderMoves as NextMoves } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { describeOutcome } from '../../vat/moves/describe-outcome.ts';
import type { ClientMove, ClockMove, SimulatorMove } from '../../vat/moves/move.ts';
import { movesOf, offerMoves } from '../../vat/moves/moves.ts';
import { type OrderScene, orderIn, readScene } from '../../vat/moves/order-scene.ts';
import type { OrderRecord } from '../../vat/orders/order.ts';
import { type Call, type ComposeCall, createComposeCall } from '../calls/call.ts';
import { createToCall } from './call-of-move.ts';
import { type GoTo, createGoTo, toStanding } from './go-to.ts';
import { type MakeMoveParts, createMakeMove } from './make-move.ts';

interface OrderMovesParts extends Omit<MakeMoveParts, 'toCall'> {
  readonly contract: Pick<Contract, 'operations' | 'basePath'>;
  readonly seed: string;
  /** Owner of a sandbox. */
  readonly ownerOf: (sandbox: string) => Organization | undefined;
  readonly pauses: () => Pause;
}

export interface OrderMoves {
  /** What can happen to an order next. Throws 404 for an unknown one. */
  readonly next: (sandbox: Sandbox, uuid: string, origin: string) => Promise<NextMoves>;
  readonly goTo: GoTo;
}

export const createOrderMoves = (parts: OrderMovesParts): OrderMoves => {
  const { contract, seed, ownerOf, pauses, adminPath } = parts;
  const composeCall = createComposeCall(contract);
  const toCall = createToCall(composeCall, seed);

  const scene = (sandbox: Sandbox, uuid: string): Promise<OrderScene> => {
    const owner = ownerOf(sandbox.id);
    if (owner === undefined) throw new Error(`the sandbox ${sandbox.id} has no owner`);
    return sandbox.read((work) => readScene(work, owner, uuid));
  };

  return {
    goTo: createGoTo({ readScene: scene, makeMove: createMakeMove({ ...parts, toCall }), pauses }),
    next: async (sandbox, uuid, origin) => {
      await sandbox.catchUp();
      const found = await scene(sandbox, uuid);
      const pause = pauses();
      const { offered, refused } = await offerMoves(found, movesOf(found), pause);
      const root = origin + found.publicPath;
      const calls: NextCall[] = [];
      const simulators: NextSimulator[] = [];
      const clock: NextJob[] = [];
      for (const { move, ...rehearsed } of offered) {
        const leadsTo = describeOutcome(found, rehearsed);
        if (move.kind === 'call') calls.push({ ...toNextCall(move, toCall(found, move), root), leadsTo });
        else if (move.kind === 'simulator') simulators.push({ ...toNextSimulator(move, adminPath), leadsTo });
        else clock.push(...toNextJob(move, adminPath).map((job) => ({ ...job, leadsTo })));
        await pause();
      }
      return {
        order: toStanding(found),
        now: toIsoDateTime(found.now),
        calls,
        simulators,
        clock: clock[0] ?? null,
        refused: refused.flatMap(({ move, refusal }) =>
          move.kind === 'call'
            ? [{ operationId: move.operationId, title: move.title, problem: refusal.type, reason: refusal.detail }]
            : [],
        ),
        reads: readsOf(orderIn(found), composeCall, root),
      };
    },
  };
};

const toNextCall = ({ id, title, body }: ClientMove, call: Call, root: string): Omit<NextCall, 'leadsTo'> => {
  const { operationId, method, path, headers, upload } = call;
  return {
    id,
    title,
    operationId,
    method,
    path,
    headers,
    body: body ?? null,
    upload: toShownUpload(upload),
    curl: toCurl(call, root),
  };
};

const toShownUpload = (upload: ClientMove['upload']): NextCall['upload'] => {
  if (upload === undefined) return null;
  const { field, fileName, mediaType, bytes } = upload.file;
  const base64 = Buffer.from(bytes).toString('base64');
  return { fields: upload.fields, file: { field, fileName, contentType: mediaType, base64 } };
};

const toNextSimulator = (
  { id, title, name, target }: SimulatorMove,
  adminPath: string,
): Omit<NextSimulator, 'leadsTo'> => {
  const path = `${adminPath}/simulators/${encodeURIComponent(name)}/run`;
  return { id, title, name, call: { method: 'POST', path, body: target } };
};

const toNextJob = ({ id, title, job, ...move }: ClockMove, adminPath: string): readonly Omit<NextJob, 'leadsTo'>[] => {
  if (job === undefined) return [];
  const by = toIsoDuration(Math.ceil(move.by));
  return [
    {
      id,
      title,
      job: { id: job.id, kind: job.kind, dueAt: toIsoDateTime(job.dueAt) },
      by,
      call: { method: 'POST', path: `${adminPath}/clock/advance`, body: { by } },
    },
  ];
};

/** The reads of an order that a client may want next. */
const readsOf = (
  { seller, uuid, exportFile }: OrderRecord,
  composeCall: ComposeCall,
  root: string,
): NextMoves['reads'] => {
  const ofSeller = { sellerId: seller, uuid };
  const reads: readonly (readonly [operationId: string, title: string, params: Readonly<Record<string, string>>])[] = [
    ['getOrder', 'Read the order', ofSeller],
    ['getOrderCompliance', 'Read the compliance rollup', { uuid }],
    ['getTransport', 'Read the transport', { uuid }],
    ['listOrderDocuments', 'List the documents', ofSeller],
    ...(exportFile === undefined
      ? []
      : ([
          ['getExportFile', 'Read the Export File', { uuid }],
          ['downloadDocument', 'Download the Export File', { id: exportFile.documentId }],
        ] as const)),
  ];
  return reads.map(([operationId, title, params]) => {
    const call = composeCall(operationId, { params, drawKey: () => '' });
    return { operationId, title, method: call.method, path: call.path, curl: toCurl(call, root) };
  });
};

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
