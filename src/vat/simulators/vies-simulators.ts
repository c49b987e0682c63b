import { DurationError, parseDuration } from '../../kernel/duration.ts';
import { violation } from '../api/violation.ts';
import { checkAtOnce } from '../vies/run-check.ts';
import { endViesOutage, setViesOutage } from '../vies/vies-outage.ts';
import { illegal, targetBuyer, targetOrder } from './find-target.ts';
import type { Simulator } from './simulator.ts';

const NOT_CONFIRMED = 'The number is no longer registered for intra-Community trade.';

/** Simulators of VIES responses and outages, with their effects on buyers and orders. */
export const viesSimulators: readonly Simulator[] = [
  {
    name: 'vies_recheck_failed_in_transit',
    title: 'Let a VIES re-check fail in transit',
    summary: 'A VIES re-check of the buyer fails while the vehicles are in transit.',
    requires: 'an order in TRANSPORT_IN_PROGRESS whose buyer is VIES-valid',
    needs: ['orderUuid'],
    takes: ['reason'],
    run: async (work, { orderUuid, reason = NOT_CONFIRMED }) => {
      const order = targetOrder(work, orderUuid);
      if (order.status !== 'TRANSPORT_IN_PROGRESS')
        throw illegal(`Order ${order.uuid} is ${order.status}, but must be TRANSPORT_IN_PROGRESS.`);
      const buyer = targetBuyer(work, order.buyerId);
      if (buyer.vies.result !== 'VALID')
        throw illegal(`The VIES result of buyer ${buyer.uuid} is ${buyer.vies.result}, but must be VALID.`);
      await checkAtOnce(work, buyer, { kind: 'INVALID', reason });
    },
  },
  {
    name: 'vies_check_failed',
    title: 'Let VIES report the VAT number as invalid',
    summary: 'VIES reports the VAT number of a buyer as invalid.',
    requires: 'a buyer whose VIES result is not INVALID',
    needs: ['buyerUuid'],
    takes: ['reason'],
    run: async (work, { buyerUuid, reason = NOT_CONFIRMED }) => {
      const buyer = targetBuyer(work, buyerUuid);
      if (buyer.vies.result === 'INVALID') throw illegal(`The VIES result of buyer ${buyer.uuid} is already INVALID.`);
      await checkAtOnce(work, buyer, { kind: 'INVALID', reason });
    },
  },
  {
    name: 'vies_check_passed',
    title: 'Let VIES confirm the VAT number',
    summary: 'VIES confirms the VAT number of a buyer: a failure is resolved and open orders are reassessed.',
    requires: 'a buyer whose VIES result is not VALID',
    needs: ['buyerUuid'],
    takes: [],
    run: async (work, { buyerUuid }) => {
      const buyer = targetBuyer(work, buyerUuid);
      if (buyer.vies.result === 'VALID') throw illegal(`The VIES result of buyer ${buyer.uuid} is already VALID.`);
      await checkAtOnce(work, buyer, { kind: 'VALID' });
    },
  },
  {
    name: 'vies_outage',
    title: 'Take VIES down',
    summary: 'VIES is down for all countries or for one, for a given time or until vies_recovery.',
    requires: 'nothing',
    needs: [],
    takes: ['country', 'duration'],
    run: (work, { country, duration }) => {
      setViesOutage(work, {
        ...(country === undefined ? {} : { country }),
        ...(duration === undefined ? {} : { until: work.now + toMilliseconds(duration) }),
      });
    },
  },
  {
    name: 'vies_recovery',
    title: 'Bring VIES back',
    summary: 'VIES is back; pending checks are repeated within five minutes.',
    requires: 'nothing',
    needs: [],
    takes: ['country'],
    run: (work, { country }) => endViesOutage(work, country),
  },
];

const toMilliseconds = (duration: string): number => {
  try {
    return parseDuration(duration);
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw violation('duration', error.message, duration);
  }
};
