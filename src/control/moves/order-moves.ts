import type { Contract } from '../../engine/contract/contract.ts';
import type { Sandbox } from '../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../identity/organization.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import type { Pause } from '../../kernel/time-slices.ts';
import { type Outcome, describeOutcome } from '../../vat/moves/describe-outcome.ts';
import { movesOf, type OfferedMove, offerMoves } from '../../vat/moves/moves.ts';
import type { ClockMove, SimulatorMove } from '../../vat/moves/move.ts';
import { type OrderScene, orderIn, readScene } from '../../vat/moves/order-scene.ts';
import { type ToApiCall, createToApiCall, fill, type ApiCall } from './api-call.ts';
import { type GoTo, createGoTo, type OrderStanding, toStanding } from './go-to.ts';
import { type MakeMoveParts, createMakeMove } from './make-move.ts';
import type { OrderRecord } from '../../vat/orders/order.ts';

interface OrderMovesParts extends Omit<MakeMoveParts, 'toApiCall'> {
  readonly contract: Pick<Contract, 'operations' | 'basePath'>;
  readonly seed: string;
  /** Owner of a sandbox. */
  readonly ownerOf: (sandbox: string) => Organization | undefined;
  readonly pauses: () => Pause;
}

/** A call of the control API. */
interface ControlCall {
  readonly method: 'POST';
  readonly path: string;
  readonly body: object;
}

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly leadsTo: Outcome;
}

export interface ShownCall extends Shown {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object | null;
  readonly upload: {
    readonly fields: Readonly<Record<string, string>>;
    readonly file: {
      readonly field: string;
      readonly fileName: string;
      readonly contentType: string;
      readonly base64: string;
    };
  } | null;
  readonly curl: string;
}

interface ShownSimulator extends Shown {
  readonly name: string;
  readonly call: ControlCall;
}

interface ShownClockStep extends Shown {
  readonly job: { readonly id: string; readonly kind: string; readonly dueAt: string };
  /** ISO 8601 duration. */
  readonly by: string;
  readonly call: ControlCall;
}

export interface NextMoves {
  readonly order: OrderStanding;
  /** Sandbox time. */
  readonly now: string;
  readonly calls: readonly ShownCall[];
  readonly simulators: readonly ShownSimulator[];
  readonly clock: ShownClockStep | null;
  /** Calls that are not legal now, with the reason. */
  readonly refused: readonly {
    readonly operationId: string;
    readonly title: string;
    readonly problem: string;
    readonly reason: string;
  }[];
  readonly reads: readonly ShownRead[];
}

export interface OrderMoves {
  /** What can happen to an order next. Throws 404 for an unknown one. */
  readonly next: (sandbox: Sandbox, uuid: string, origin: string) => Promise<NextMoves>;
  readonly goTo: GoTo;
}

export const createOrderMoves = (parts: OrderMovesParts): OrderMoves => {
  const { contract, seed, ownerOf, pauses, adminPath } = parts;
  const toApiCall = createToApiCall(contract, seed);
  const readsOf = createReads(contract);

  const scene = (sandbox: Sandbox, uuid: string): Promise<OrderScene> => {
    const owner = ownerOf(sandbox.id);
    if (owner === undefined) throw new Error(`the sandbox ${sandbox.id} has no owner`);
    return sandbox.read((work) => readScene(work, owner, uuid));
  };

  return {
    goTo: createGoTo({ readScene: scene, makeMove: createMakeMove({ ...parts, toApiCall }), pauses }),
    next: async (sandbox, uuid, origin) => {
      await sandbox.catchUp();
      const found = await scene(sandbox, uuid);
      const pause = pauses();
      const { offered, refused } = await offerMoves(found, movesOf(found), pause);
      const root = origin + found.publicPath;
      const calls: ShownCall[] = [];
      const simulators: ShownSimulator[] = [];
      const clock: ShownClockStep[] = [];
      for (const offer of offered) {
        calls.push(...toCall(found, offer, { toApiCall, root }));
        simulators.push(...toSimulator(found, offer, adminPath));
        clock.push(...toClockStep(found, offer, adminPath));
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
        reads: readsOf(orderIn(found), root),
      };
    },
  };
};

const toCall = (
  scene: OrderScene,
  { move, ...rehearsed }: OfferedMove,
  { toApiCall, root }: { readonly toApiCall: ToApiCall; readonly root: string },
): readonly ShownCall[] => {
  if (move.kind !== 'call') return [];
  const call = toApiCall(scene, move);
  const { operationId, method, path, headers, body = null, upload } = call;
  return [
    {
      id: move.id,
      title: move.title,
      operationId,
      method,
      path,
      headers,
      body,
      upload: upload === undefined ? null : { fields: upload.fields, file: toShownFile(upload.file) },
      curl: toCurl(call, root),
      leadsTo: describeOutcome(scene, rehearsed),
    },
  ];
};

const toShownFile = ({ field, fileName, mediaType, bytes }: NonNullable<ReturnType<ToApiCall>['upload']>['file']) => ({
  field,
  fileName,
  contentType: mediaType,
  base64: Buffer.from(bytes).toString('base64'),
});

const toSimulator = (
  scene: OrderScene,
  { move, ...rehearsed }: OfferedMove,
  adminPath: string,
): readonly ShownSimulator[] => {
  if (move.kind !== 'simulator') return [];
  const { id, title, name } = move;
  return [{ id, title, name, call: simulatorCall(move, adminPath), leadsTo: describeOutcome(scene, rehearsed) }];
};

const simulatorCall = ({ name, target }: SimulatorMove, adminPath: string): ControlCall => ({
  method: 'POST',
  path: `${adminPath}/simulators/${encodeURIComponent(name)}/run`,
  body: target,
});

const toClockStep = (
  scene: OrderScene,
  { move, ...rehearsed }: OfferedMove,
  adminPath: string,
): readonly ShownClockStep[] => {
  if (move.kind !== 'clock' || move.job === undefined) return [];
  const { id, title, job } = move;
  const by = durationOf(move);
  return [
    {
      id,
      title,
      job: { id: job.id, kind: job.kind, dueAt: toIsoDateTime(job.dueAt) },
      by,
      call: { method: 'POST', path: `${adminPath}/clock/advance`, body: { by } },
      leadsTo: describeOutcome(scene, rehearsed),
    },
  ];
};

const durationOf = ({ by }: ClockMove): string => toIsoDuration(Math.ceil(by));

/** A call that only reads. */
export interface ShownRead {
  readonly operationId: string;
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly curl: string;
}

/** The reads of an order that a client may want next. */
export const createReads = ({ operations, basePath }: Pick<Contract, 'operations' | 'basePath'>) => {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return ({ seller, uuid, exportFile }: OrderRecord, root: string): readonly ShownRead[] => {
    const read = (operationId: string, title: string, values: Readonly<Record<string, string>>): ShownRead[] => {
      const operation = byId.get(operationId);
      if (operation === undefined) return [];
      const { method } = operation;
      const path = basePath + fill(operation, values);
      const call = { operationId, method, path, headers: {}, text: undefined, body: undefined, upload: undefined };
      return [{ operationId, title, method, path, curl: toCurl(call, root) }];
    };
    return [
      ...read('getOrder', 'Read the order', { sellerId: seller, uuid }),
      ...read('getOrderCompliance', 'Read the compliance rollup', { uuid }),
      ...read('getTransport', 'Read the transport', { uuid }),
      ...read('listOrderDocuments', 'List the documents', { sellerId: seller, uuid }),
      ...(exportFile === undefined
        ? []
        : [
            ...read('getExportFile', 'Read the Export File', { uuid }),
            ...read('downloadDocument', 'Download the Export File', { id: exportFile.documentId }),
          ]),
    ];
  };
};

/** The call as a command for a POSIX shell; `$TOKEN` holds an access token. The file of an upload comes by a pipe. */
export const toCurl = ({ method, path, headers, text, upload }: ApiCall, root: string): string => {
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
