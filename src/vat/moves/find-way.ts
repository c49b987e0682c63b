import type { Pause } from '../../kernel/time-slices.ts';
import { type Goal, createDistance, isReached, whyNot } from './goal.ts';
import { movesOf, type OfferedMove, offerMoves } from './moves.ts';
import type { Move } from './move.ts';
import type { OrderScene } from './order-scene.ts';
import { outstandingOf } from '../orders/invoices-and-payments.ts';
import { hadVerdict } from '../orders/order.ts';
import { transportStatusOf } from '../transport/transport.ts';

/** A move of a way, and the situation that it is meant for. */
export interface WayStep {
  readonly move: Move;
  readonly situation: string;
}

interface Place {
  readonly scene: OrderScene;
  readonly situation: string;
  /** Cost of the way from the start. */
  readonly cost: number;
  /** Cost of the whole way, at least. */
  readonly estimate: number;
  /** The place before, and the move from there; undefined at the start. */
  readonly from: { readonly place: Place; readonly move: Move } | undefined;
}

/** Situations that are looked at; a way that exists takes a tenth of them. */
const MOST_PLACES = 200;

/** A call of the client counts as one step. */
const STEP = 10;

/**
 * The estimate is too low, since a blocker may take two moves. Trusting it more examines a tenth of the situations, for
 * ways that are equally good in all cases tested.
 */
const WEIGHT = 1.5;

/** Where a call leads as far, it is preferred; a long advance affects everything else in the sandbox. */
const costOf = (move: Move): number => {
  switch (move.kind) {
    case 'call':
      return STEP;
    case 'simulator':
      return STEP + 2;
    case 'clock':
      return STEP + 1 + Math.floor(move.by / 3_600_000);
  }
};

/**
 * The cheapest way to the goal over legal moves: an A* search whose estimate is the number of steps that the table of
 * statuses demands. Undefined if there is none.
 */
export const findWay = async (start: OrderScene, goal: Goal, pause: Pause): Promise<readonly WayStep[] | undefined> => {
  const distanceOf = createDistance(goal);
  const first = toPlace(start, distanceOf(start));
  if (first === undefined || whyNot(start, goal) !== undefined) return undefined;
  const open: Place[] = [first];
  const best = new Map([[first.situation, 0]]);
  for (let looked = 0; looked < MOST_PLACES; looked++) {
    const place = takeNearest(open);
    if (place === undefined) return undefined;
    if (isReached(place.scene, goal)) return toWay(place);
    if ((best.get(place.situation) ?? Infinity) < place.cost) continue;
    for (const offer of await successorsOf(place.scene, goal, pause)) {
      const next = toPlace(offer.after, distanceOf(offer.after), { place, move: offer.move });
      if (next === undefined || (best.get(next.situation) ?? Infinity) <= next.cost) continue;
      best.set(next.situation, next.cost);
      open.push(next);
      await pause();
    }
  }
  return undefined;
};

const toPlace = (scene: OrderScene, distance: number | undefined, from?: Place['from']): Place | undefined => {
  if (distance === undefined) return undefined;
  const cost = from === undefined ? 0 : from.place.cost + costOf(from.move);
  return { scene, situation: situationOf(scene), cost, estimate: cost + distance * STEP * WEIGHT, from };
};

/** Removes the place with the lowest estimate; of equals the one that is farther on, then the first. */
const takeNearest = (open: Place[]): Place | undefined => {
  let nearest = 0;
  for (const [index, place] of open.entries()) {
    const best = open[nearest] ?? place;
    if (place.estimate < best.estimate || (place.estimate === best.estimate && place.cost > best.cost)) nearest = index;
  }
  return open.splice(nearest, 1)[0];
};

const toWay = (end: Place): readonly WayStep[] => {
  const way: WayStep[] = [];
  for (let place = end; place.from !== undefined; place = place.from.place)
    way.unshift({ move: place.from.move, situation: place.from.place.situation });
  return way;
};

/** Of moves that only supply what is missing, the first will do: in which order they are made does not matter. */
const successorsOf = async (scene: OrderScene, goal: Goal, pause: Pause): Promise<readonly OfferedMove[]> => {
  const moves = movesOf(scene).filter(
    (move) => move.kind !== 'call' || (move.isPartial !== true && isOnTheWay(move.id, goal)),
  );
  const { offered } = await offerMoves(scene, moves, pause);
  let hasSupply = false;
  return offered.filter((offer) => {
    if (!isSupply(scene, offer)) return true;
    const isFirst = !hasSupply;
    hasSupply = true;
    return isFirst;
  });
};

/** A final invoice without the margin scheme would only have to be corrected. */
const isOnTheWay = (id: string, goal: Goal): boolean =>
  id !== 'submitInvoice/FINAL' || !('because' in goal) || goal.because !== 'margin-scheme';

const isSupply = (before: OrderScene, { after }: OfferedMove): boolean => {
  const [former, order] = [before.order, after.order];
  return (
    former.status === order.status &&
    before.buyer === after.buyer &&
    before.now === after.now &&
    order.compliance.blockers.length < former.compliance.blockers.length &&
    [...after.blockers].every((code) => before.blockers.has(code))
  );
};

/**
 * What the next moves depend on, as text: two scenes with the same situation have the same moves, even if times, ids and
 * amounts differ.
 */
export const situationOf = ({ order, buyer, documents, jobs, outages }: OrderScene): string => {
  const { compliance, invoices, payments, vins } = order;
  return [
    order.status,
    compliance.status,
    compliance.decision ?? '',
    hadVerdict(order),
    outstandingOf(order) === 0n ? 'paid' : payments.length > 0 ? 'partly' : 'unpaid',
    invoices.map(({ type, marginScheme }) => `${type}${marginScheme ? '/margin' : ''}`).join(),
    ...[buyer.status, buyer.vies.result, buyer.vies.turn ?? 0, buyer.kycMode, buyer.kyc.status],
    ...[
      vins.map(transportStatusOf),
      compliance.blockers.map(({ code }) => code),
      documents.map(({ type, invoiceType = '', status }) => `${type}/${invoiceType}/${status}`),
      jobs.map(({ kind }) => kind),
      outages.map(({ country = '' }) => country),
    ].map(countsOf),
  ].join('|');
};

const countsOf = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, { length }]) => `${name}:${String(length)}`)
    .sort()
    .join();
