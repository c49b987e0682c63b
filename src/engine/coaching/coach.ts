import type { Finding } from '../../generated/control-schemas.ts';
import { toIsoDateTime } from '../../kernel/clock.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { ReceiverNews } from '../webhooks/faults.ts';
import type { Detector, Rule, Sighting } from './detector.ts';
import { createReceiverWatch } from './receiver-watch.ts';

/** Maximum number of different findings: a longer list is not useful. */
const MOST_FINDINGS = 200;

/** Maximum number of exchanges or deliveries listed per finding. */
const MOST_SHOWN = 10;

/** The history of one finding, optimized for recording sightings; reading it costs a little more. */
export interface Course {
  readonly first: Sighting;
  /** The latest sightings; the text is taken from the last one. */
  readonly recent: Sighting[];
  readonly firstSeenAt: number;
  lastSeenAt: number;
  certain: boolean;
  count: number;
}

/**
 * Detects mistakes of one organization's clients. `receiverRules` are those whose sightings come from elsewhere. `found` is called with each new finding, and once more
 * when it becomes certain. `from` has the findings to begin with, those seen least recently first.
 */
export const createCoach = (
  detectors: readonly Detector[],
  receiverRules: readonly Rule[],
  found?: (make: () => Finding) => void,
  from: readonly Course[] = [],
) => {
  const receiver = createReceiverWatch();
  const watching = [...detectors.map(({ start }) => start()), receiver.see];
  // Sightings have the general wording, these the API's.
  const rules = new Map([...detectors.map(({ rule }) => rule), ...receiverRules].map((rule) => [rule.id, rule]));
  /** Least recently seen first. */
  const courses = new Map(from.map((course) => [keyOf(course.first), { ...course, recent: [...course.recent] }]));
  let latest: Course | undefined;

  /** Records a sighting. `at` is wall-clock time in milliseconds. */
  const note = (sighting: Sighting, at: number): void => {
    const key = keyOf(sighting);
    const begun: Course = { first: sighting, recent: [], firstSeenAt: at, lastSeenAt: at, certain: false, count: 0 };
    const course = courses.get(key) ?? begun;
    if (course.count > 0) course.recent.push(sighting);
    // Every sighting has at least one request or delivery of its own.
    if (course.recent.length > MOST_SHOWN) course.recent.shift();
    course.lastSeenAt = at;
    const isNews = course.count === 0 || (sighting.certain && !course.certain);
    course.certain ||= sighting.certain;
    course.count++;
    if (isNews) found?.(() => toFinding(course, rules));
    if (course === latest) return;
    latest = course;
    courses.delete(key);
    courses.set(key, course);
    if (courses.size <= MOST_FINDINGS) return;
    const [oldest] = courses.keys();
    if (oldest !== undefined) courses.delete(oldest);
  };

  return {
    /** `json` is the request body; undefined if there was none, or if it could not be parsed. */
    see: (entry: JournalEntry, json: unknown): void => {
      for (const look of watching) {
        const sighting = look(entry, json);
        if (sighting !== undefined) note(sighting, entry.receivedAt);
      }
    },
    note,
    /** Mistakes of webhook receivers show in deliveries, which are not exchanges of the journal. */
    onReceiverNews: (news: ReceiverNews, at: number): void => {
      const sighting = receiver.onReceiverNews(news);
      if (sighting !== undefined) note(sighting, at);
    },
    /** Most recent first. */
    findings: (): readonly Finding[] => [...courses.values()].reverse().map((course) => toFinding(course, rules)),
    /** Remembers an exchange from before, which the findings that it began with contain. */
    remember: (entry: JournalEntry): void => {
      for (const look of watching) look(entry, undefined);
    },
    /** The findings as JSON, to begin with elsewhere. */
    courses: (): readonly Course[] => [...courses.values()],
  };
};

const keyOf = ({ rule, clientId = '', subject }: Sighting): string => `${rule.id}\n${clientId}\n${subject}`;

const toFinding = (
  { first, recent, firstSeenAt, lastSeenAt, certain, count }: Course,
  rules: ReadonlyMap<string, Rule>,
): Finding => {
  const { rule: own, clientId = null, subject, detail } = recent.at(-1) ?? first;
  const { id, title, quote = '', assumptions, remedy } = rules.get(own.id) ?? own;
  return {
    rule: id,
    title,
    quote,
    assumptions,
    remedy,
    clientId,
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

/** Merges the sightings of a finding: the first shows how it began, the latest how it continues. */
const together = (
  first: Sighting,
  recent: readonly Sighting[],
  idsOf: (sighting: Sighting) => readonly string[],
): readonly string[] => {
  const all = [...new Set([...idsOf(first).slice(-MOST_SHOWN), ...recent.flatMap(idsOf)])];
  return all.length <= MOST_SHOWN ? all : [...all.slice(0, 1), ...all.slice(1 - MOST_SHOWN)];
};
