import { canonicalize } from '../../kernel/canonical-json.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Json } from '../../kernel/json.ts';
import { createRandom } from '../../kernel/random.ts';
import { documents } from '../../vat/documents/document.ts';
import type { ClientMove } from '../../vat/moves/move.ts';
import { type OrderScene, buyerIn, orderIn, recordsIn } from '../../vat/moves/order-scene.ts';
import { viesChecks } from '../../vat/vies/vies-check.ts';
import type { Call, ComposeCall } from '../calls/call.ts';

/** Makes calls of moves. */
export const createToCall =
  (composeCall: ComposeCall, seed: string) =>
  (scene: OrderScene, move: ClientMove): Call => {
    const { operationId, path, body, upload } = move;
    return composeCall(operationId, { params: path, body, upload, drawKey: () => drawKey(seed, scene, move) });
  };

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
