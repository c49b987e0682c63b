import { type Journal, createJournal } from '../../engine/journal/journal.ts';
import type { Settled } from '../../engine/pipeline/exchange.ts';

/** A journal from which one organization's exchanges can be taken away. */
export interface Journals extends Journal {
  readonly forget: (organization: string) => void;
}

export interface JournalsOptions {
  /**
   * Whether everybody sees the exchanges that belong to nobody (401, 404): right for colleagues on one machine, who look
   * for their own mistakes there, and wrong among strangers.
   */
  readonly sharesNobodys: boolean;
}

/** Under which nobody's exchanges are asked for; no organization has it. */
const NOBODY = 'nobody';

/** One journal per organization. What was done through a public link belongs to the organization that it leads to. */
export const createJournals = ({ sharesNobodys }: JournalsOptions): Journals => {
  const nobodys = createJournal();
  const own = new Map<string, Journal>();

  const ownerOf = ({ caller, sandbox }: Settled): string | undefined =>
    caller?.organization?.uuid ?? sandbox?.organization;

  const list = (organization: string) => {
    const entries = own.get(organization)?.list(organization) ?? [];
    if (!sharesNobodys) return entries;
    return [...entries, ...nobodys.list(NOBODY)].sort((a, b) => b.receivedAt - a.receivedAt);
  };

  return {
    add: (exchange) => {
      const owner = ownerOf(exchange);
      if (owner === undefined) {
        nobodys.add(exchange);
        return;
      }
      let journal = own.get(owner);
      if (journal === undefined) own.set(owner, (journal = createJournal()));
      journal.add(exchange);
    },
    list,
    find: (organization, id) => list(organization).find((entry) => entry.id === id),
    forget: (organization) => {
      own.delete(organization);
    },
  };
};
