import type { ComponentChildren } from 'preact';
import type { Money } from '../../src/generated/control-schemas.ts';
import { sandboxNow, wallNow } from '../server/clock.ts';
import { List, Refer } from './layout.tsx';

type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'guess' | 'quiet';

/** A state in a word; the colour only repeats it. */
export const Badge = ({
  tone = 'quiet',
  children,
}: {
  readonly tone?: Tone | undefined;
  readonly children: ComponentChildren;
}) => <span class={`badge badge-${tone}`}>{children}</span>;

/** The status of a response; of a lost one, that it never reached the client. */
export const HttpStatus = ({ status, lost }: { readonly status: number; readonly lost?: boolean }) => (
  <Badge tone={lost || status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 200 && status < 300 ? 'ok' : 'info'}>
    {lost ? 'lost' : status === 0 ? 'none' : status}
  </Badge>
);

/** A value of the API as words: "NOT_STARTED" is "Not started", "VAT_APPLICABLE" is "VAT applicable". */
export const inWords = (name: string): string => {
  const words = name.toLowerCase().replaceAll(/[_-]/g, ' ');
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/\b(?:vat|cmr|vies|kyc)\b/gi, (word) =>
    word.toUpperCase(),
  );
};

/** "1 job", "2 jobs". */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** Bytes as people say them. */
export const toSize = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1_048_576
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1_048_576).toFixed(1)} MiB`;

/** "EUR 16,950.00" of 1695000: the API has minor units. */
export const toMoney = ({ value, currency }: Money): string => {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
    return format.format(value / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
  } catch {
    return `${currency} ${value}`;
  }
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "in 3 h", "2 d ago", "now": one unit, so that times below or beside each other read alike. */
const toRelative = (at: number, now: number): string => {
  const distance = at - now;
  const size = Math.abs(distance);
  if (size < 2 * SECOND) return 'now';
  const amount = toAmount(size).split(' ', 2).join(' ');
  return distance > 0 ? `in ${amount}` : `${amount} ago`;
};

/** "45 s", "12 min", "3 h 20 min", "2 d 4 h". */
export const toAmount = (size: number): string => {
  if (size < MINUTE) return `${Math.floor(size / SECOND)} s`;
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`;
  if (size < DAY) return two(size, HOUR, 'h', MINUTE, 'min');
  return two(size, DAY, 'd', HOUR, 'h');
};

const two = (size: number, large: number, largeName: string, small: number, smallName: string): string => {
  const rest = Math.floor((size % large) / small);
  return `${Math.floor(size / large)} ${largeName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`;
};

/** "20 Nov 2026". All times of the console are UTC, as in the API. */
export const toDate = (at: number): string => new Date(at).toUTCString().slice(5, 16);

/** "Fri, 20 Nov 2026 09:14:03". */
export const toExact = (at: number | string): string => new Date(at).toUTCString().slice(0, -4);

/** "09:14:03", or "09:14:03.120". */
export const toTimeOfDay = (at: number, isExact = false): string =>
  new Date(at).toISOString().slice(11, isExact ? 23 : 19);

/** A time relative to now, with the exact one on hover. */
export const Time = ({ at, on = 'sandbox' }: { readonly at: string; readonly on?: 'sandbox' | 'wall' }) => {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return <span>{at}</span>;
  const now = on === 'sandbox' ? sandboxNow.value : wallNow.value;
  return (
    <time
      class="time"
      dateTime={at}
      title={`${toExact(instant)} UTC${on === 'sandbox' ? ', on the clock of the sandbox' : ''}`}
    >
      {toRelative(instant, now)}
    </time>
  );
};

/** Text of a description: blank lines part paragraphs, lines that begin with a hyphen are a list, backticks mark code. */
export const Prose = ({ text }: { readonly text: string }) => (
  <div class="prose reading">
    {text
      .trim()
      .split(/\n\s*\n/)
      .map((block, index) => {
        const [before = '', ...items] = block.split(/(?:^|\n)\s*[-*] /);
        return items.length === 0 || before.trim() !== '' ? (
          <p key={index}>
            <Inline text={block} />
          </p>
        ) : (
          <ul key={index}>
            {items.map((item, at) => (
              <li key={at}>
                <Inline text={item} />
              </li>
            ))}
          </ul>
        );
      })}
  </div>
);

/** A sentence of the description, word for word. */
export const Quote = ({ text }: { readonly text: string }) => (
  <blockquote class="quote reading">
    <Inline text={text} />
  </blockquote>
);

/** One line of such a text. */
export const Inline = ({ text }: { readonly text: string }) => (
  <>
    {text
      .split(/(`[^`]+`)/)
      .map((part, index) => (index % 2 === 1 ? <code key={index}>{part.slice(1, -1)}</code> : part))}
  </>
);

/**
 * The sign of assumptions: the description is silent, and the stub had to choose. It opens what was chosen and what else
 * could be, or the pages that say so. What is documented has no sign.
 */
export const Guess = ({
  ids,
  children,
}: {
  readonly ids: readonly string[];
  readonly children?: ComponentChildren;
}) => (
  <details class="guess">
    <summary title={`Assumption ${ids.join(', ')}`}>
      <span aria-hidden="true">~</span>
      <span class="unseen">Assumption {ids.join(', ')}</span>
    </summary>
    <div class="guess-text">
      {children ?? (
        <>
          <p>The description of the API leaves this open:</p>
          <List of={ids}>{(id) => <Refer to="assumptions" name={id} />}</List>
        </>
      )}
    </div>
  </details>
);

/** The states that have a tone. */
const STATES: readonly (readonly [tone: Tone, states: string])[] = [
  ['ok', 'VALID VERIFIED ACTIVE DELIVERED COMPLIANCE_VALID VALID_EXPORT MET PASSED HOLDS SERVING'],
  ['info', 'PENDING IN_TRANSIT READY_FOR_PICKUP TRANSPORT_IN_PROGRESS TRANSPORT_COMPLETED OPEN'],
  ['warn', 'INCOMPLETE UNKNOWN RETRYING FAILING QUARANTINED NOT_EXERCISED STALE FUTURE EXPIRED DRAINING LATE'],
  [
    'bad',
    'INVALID REJECTED BLOCKED FAILED FAILS PAUSED COMPLIANCE_INVALID NOT_MET VAT_APPLICABLE MISSING REVOKED SILENT',
  ],
];

/** A state, such as `IN_TRANSIT`, in words. */
export const State = ({ of, words = inWords(of) }: { readonly of: string; readonly words?: string }) => {
  const name = of.toUpperCase().replace(/[- ]/, '_');
  const [tone] = STATES.find(([, states]) => states.split(' ').includes(name)) ?? [];
  return <Badge tone={tone}>{words}</Badge>;
};

/** A member of the API by its name: a state, a time, a type, an amount, a text. */
export const Value = ({ name, of }: { readonly name: string; readonly of: unknown }) => {
  if (of === undefined || of === null) return <span class="muted">–</span>;
  if (typeof of === 'object') return <>{toMoney(of as Money)}</>;
  const text = typeof of === 'string' ? of : JSON.stringify(of);
  if (/status$/i.test(name)) return <State of={text} />;
  if (name.endsWith('At')) return <Time at={text} />;
  return <>{name === 'type' ? inWords(text) : text}</>;
};
