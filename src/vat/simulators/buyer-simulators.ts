import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { type BuyerRecord, buyers } from '../buyers/buyer.ts';
import { rejectVerification } from '../kyc/run-verification.ts';
import { reassessOrdersOf } from '../verdict/reassess-orders.ts';
import { illegal, targetBuyer } from './find-target.ts';
import type { Simulator } from './simulator.ts';

/** Simulators of the service's decisions about buyers. Assumption: buyer-status-moves. */
export const buyerSimulators: readonly Simulator[] = [
  {
    name: 'kyc_rejected',
    title: 'Reject the verification of the buyer',
    summary: 'The running verification of a SERVICE_LED buyer ends in REJECTED.',
    requires: 'a buyer whose verification is PENDING',
    needs: ['buyerUuid'],
    takes: ['reason'],
    run: async (work, { buyerUuid, reason = 'The documents could not be verified.' }) => {
      const { uuid } = targetBuyer(work, buyerUuid);
      await rejectVerification(work, uuid, reason);
    },
  },
  {
    name: 'buyer_blocked',
    title: 'Block the buyer',
    summary: 'The service blocks a buyer; its open orders become INVALID.',
    requires: 'a buyer that is ACTIVE',
    needs: ['buyerUuid'],
    takes: [],
    run: (work, { buyerUuid }) => setStatus(work, targetBuyer(work, buyerUuid), 'BLOCKED'),
  },
  {
    name: 'buyer_unblocked',
    title: 'Lift the block of the buyer',
    summary: 'The service lifts the block of a buyer; its open orders are reassessed.',
    requires: 'a buyer that is BLOCKED',
    needs: ['buyerUuid'],
    takes: [],
    run: (work, { buyerUuid }) => setStatus(work, targetBuyer(work, buyerUuid), 'ACTIVE'),
  },
];

const setStatus = async (work: UnitOfWork, buyer: BuyerRecord, status: BuyerRecord['status']): Promise<void> => {
  if (buyer.status === status) throw illegal(`Buyer ${buyer.uuid} is already ${status}.`);
  work.update(buyers, buyer, { ...buyer, status, version: buyer.version + 1, updatedAt: work.now });
  await reassessOrdersOf(work, buyer.uuid);
};
