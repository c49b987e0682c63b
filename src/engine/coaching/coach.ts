import { toIsoDateTime } from '../../kernel/clock.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Detector } from './detector.ts';
import type { Finding, Sighting } from './finding.ts';

/** Watches the clients of one organization. */
export interface Coach {
  /** `json` is the request's body; undefined when there was none that could be read. */
  readonly see: (entry: JournalEntry, json: unknown) => void;
  /**
   * Takes down what was seen elsewhere: what a webhook receiver does wrong shows in deliveries, which are no exchanges
   * of the journal. `at` is wall time in milliseconds.
   */
  readonly note: (sighting: Sighting, at: number) => void;
  /** The most recent first. */
  readonly findings: () => readonly Finding[];
}

/** More different findings than this are no list that anybody works through. */
const MOST_FINDINGS = 200;

/** Exchanges that show one finding. */
const MOST_REQUESTS = 10;

export const createCoach = (detectors: readonly Detector[]): Coach => {
  const watching = detectors.map(({ start }) => start());
  const findings = new Map<string, Finding>();

  const note = (sighting: Sighting, at: number): void => {
    const key = JSON.stringify([sighting.rule.id, sighting.clientId ?? '', sighting.subject]);
    const before = findings.get(key);
    // The one that was seen last stands last.
    findings.delete(key);
    findings.set(key, before === undefined ? toFinding(sighting, at) : seenAgain(before, sighting, at));
    if (findings.size <= MOST_FINDINGS) return;
    const oldest = findings.keys().next();
    if (oldest.done !== true) findings.delete(oldest.value);
  };

  return {
    see: (entry, json) => {
      for (const look of watching) {
        const sighting = look(entry, json);
        if (sighting !== undefined) note(sighting, entry.receivedAt);
      }
    },
    note,
    findings: () => [...findings.values()].reverse(),
  };
};

const toFinding = ({ rule, clientId, subject, detail, requests, certain }: Sighting, at: number): Finding => ({
  rule: rule.id,
  title: rule.title,
  quote: rule.quote,
  assumptions: rule.assumptions,
  remedy: rule.remedy,
  clientId: clientId ?? null,
  subject,
  detail,
  certain,
  count: 1,
  firstSeenAt: toIsoDateTime(at),
  lastSeenAt: toIsoDateTime(at),
  requests: requests.slice(-MOST_REQUESTS),
});

const seenAgain = (before: Finding, { detail, certain, requests }: Sighting, at: number): Finding => ({
  ...before,
  detail,
  certain: before.certain || certain,
  count: before.count + 1,
  lastSeenAt: toIsoDateTime(at),
  requests: together(before.requests, requests),
});

/** The first one shows how it began, the last ones how it goes on. */
const together = (former: readonly string[], more: readonly string[]): readonly string[] => {
  const all = [...new Set([...former, ...more])];
  return all.length <= MOST_REQUESTS ? all : [...all.slice(0, 1), ...all.slice(1 - MOST_REQUESTS)];
};
