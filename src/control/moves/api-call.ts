import type { Contract, Operation } from '../../engine/contract/contract.ts';
import { canonicalize } from '../../kernel/canonical-json.ts';
import { drawUuid } from '../../kernel/ids.ts';
import { type Json, stringifyJson } from '../../kernel/json.ts';
import { createRandom } from '../../kernel/random.ts';
import { documents } from '../../vat/documents/document.ts';
import type { ClientMove, Upload } from '../../vat/moves/move.ts';
import { type OrderScene, buyerIn, orderIn, recordsIn } from '../../vat/moves/order-scene.ts';
import { viesChecks } from '../../vat/vies/vies-check.ts';

/** A call of the API, ready to be sent. */
export interface ApiCall {
  readonly operationId: string;
  readonly method: string;
  /** Below the root of the server, base path included. */
  readonly path: string;
  /** All but the token; an upload has a boundary to add. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body as text; undefined if there is none. */
  readonly text: string | undefined;
  readonly body: object | undefined;
  readonly upload: Upload | undefined;
}

/** Makes calls of moves, with methods and paths of the description. */
export type ToApiCall = (scene: OrderScene, move: ClientMove) => ApiCall;

export const createToApiCall = (
  { operations, basePath }: Pick<Contract, 'operations' | 'basePath'>,
  seed: string,
): ToApiCall => {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return (scene, move) => {
    const operation = byId.get(move.operationId);
    if (operation === undefined) throw new Error(`the description has no operation ${move.operationId}`);
    const { body, upload } = move;
    const text = body === undefined ? undefined : stringifyJson(body);
    return {
      operationId: move.operationId,
      method: operation.method,
      path: basePath + fill(operation, move.path),
      headers: {
        ...(takesKey(operation) ? { 'Idempotency-Key': drawKey(seed, scene, move) } : {}),
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(upload === undefined ? {} : { 'Content-Type': 'multipart/form-data' }),
      },
      text,
      body,
      upload,
    };
  };
};

export const fill = ({ path }: Pick<Operation, 'path'>, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{([^{}]+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));

const takesKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name === 'idempotency-key');

/** The same for the same call in the same situation, and another one as soon as anything has changed. */
const drawKey = (seed: string, scene: OrderScene, { id }: ClientMove): string => {
  const { sandbox } = scene.organization;
  return drawUuid(createRandom([seed, sandbox, scene.orderUuid, situationOf(scene), id].join('/')));
};

/** All moves of a scene need it, and an order may have hundreds of documents. */
const situations = new WeakMap<OrderScene, string>();

const situationOf = (scene: OrderScene): string => {
  const known = situations.get(scene) ?? describeSituation(scene);
  situations.set(scene, known);
  return known;
};

const describeSituation = (scene: OrderScene): string => {
  const { version, updatedAt, transport, compliance, invoices, payments } = orderIn(scene);
  const { vies, kyc, status, version: buyerVersion } = buyerIn(scene);
  return canonicalize([
    scene.now,
    [version, updatedAt, transport.version, compliance.version, payments.length],
    invoices.map((invoice) => [invoice.type, invoice.version]),
    recordsIn(scene, documents).map((document) => [document.id, document.version]),
    [buyerVersion, status, vies, kyc],
    recordsIn(scene, viesChecks).map((check) => check.id),
  ] as Json);
};
