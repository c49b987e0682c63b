import type { Contract } from '../../engine/contract/contract.ts';
import type { OrderRecord } from '../../vat/orders/order.ts';
import { fill } from './api-call.ts';
import { toCurl } from './to-curl.ts';

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
