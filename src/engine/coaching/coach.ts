import { toIsoDateTime } from '../../kernel/clock.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Detector } from './detector.ts';
import type { Finding, Rule, Sighting } from './finding.ts';

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

/** Exchanges, or deliveries, that show one finding. */
const MOST_SHOWN = 10;

/** What is kept of a finding while it goes on: to be seen once more costs next to nothing, to be read costs a little. */
interface Course {
  readonly first: Sighting;
  /** The last times; what the very last one says counts. */
  readonly recent: Sighting[];
  readonly firstSeenAt: number;
  lastSeenAt: number;
  certain: boolean;
  count: number;
  /** Of all that this coach saw: what came after what. */
  order: number;
}

export const createCoach = (detectors: readonly Detector[]): Coach => {
  const watching = detectors.map(({ start }) => start());
  // In the words of the API, which its detectors may have from elsewhere.
  const rules = new Map(detectors.map(({ rule }) => [rule.id, rule]));
  const courses = new Map<string, Course>();
  let order = 0;

  const begin = (key: string, sighting: Sighting, at: number): void => {
    const { certain } = sighting;
    courses.set(key, {
      first: sighting,
      recent: [],
      firstSeenAt: at,
      lastSeenAt: at,
      certain,
      count: 1,
      order: ++order,
    });
    if (courses.size <= MOST_FINDINGS) return;
    const [oldest] = [...courses].sort(([, a], [, b]) => a.order - b.order);
    if (oldest !== undefined) courses.delete(oldest[0]);
  };

  const goOn = (course: Course, sighting: Sighting, at: number): void => {
    // Each time brought at least one request or delivery of its own.
    course.recent.push(sighting);
    if (course.recent.length > MOST_SHOWN) course.recent.shift();
    course.lastSeenAt = at;
    course.certain ||= sighting.certain;
    course.count += 1;
    course.order = ++order;
  };

  const note = (sighting: Sighting, at: number): void => {
    const key = `${sighting.rule.id}\n${sighting.clientId ?? ''}\n${sighting.subject}`;
    const course = courses.get(key);
    if (course === undefined) begin(key, sighting, at);
    else goOn(course, sighting, at);
  };

  return {
    see: (entry, json) => {
      for (const look of watching) {
        const sighting = look(entry, json);
        if (sighting !== undefined) note(sighting, entry.receivedAt);
      }
    },
    note,
    findings: () => [...courses.values()].sort((a, b) => b.order - a.order).map((course) => toFinding(course, rules)),
  };
};

const toFinding = (
  { first, recent, firstSeenAt, lastSeenAt, certain, count }: Course,
  rules: ReadonlyMap<string, Rule>,
): Finding => {
  const { rule: own, clientId, subject, detail } = recent.at(-1) ?? first;
  const rule = rules.get(own.id) ?? own;
  return {
    rule: rule.id,
    title: rule.title,
    quote: rule.quote,
    assumptions: rule.assumptions,
    remedy: rule.remedy,
    clientId: clientId ?? null,
    subject,
    detail,
    certain,
    count,
    firstSeenAt: toIsoDateTime(firstSeenAt),
    lastSeenAt: toIsoDateTime(lastSeenAt),
    requests: together(first, recent, ({ requests }) => requests),
    deliveries: together(first, recent, ({ deliveries = [] }) => deliveries),
  };
};

/** The first one shows how it began, the last ones how it goes on. */
const together = (
  first: Sighting,
  recent: readonly Sighting[],
  idsOf: (sighting: Sighting) => readonly string[],
): readonly string[] => {
  const all = [...new Set([...idsOf(first).slice(-MOST_SHOWN), ...recent.flatMap(idsOf)])];
  return all.length <= MOST_SHOWN ? all : [...all.slice(0, 1), ...all.slice(1 - MOST_SHOWN)];
};
