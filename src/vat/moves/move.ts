import { type FilePart, type Job, jobs, pdfOf, type UnitOfWork } from '../../engine/sdk.ts';
import { toIsoDuration } from '../../kernel/duration.ts';
import { callOperation, jobHandlers } from '../behaviours.ts';
import { authorize } from '../policy/authorize.ts';
import { SIMULATORS } from '../simulators/simulators.ts';
import type { OrderScene } from './order-scene.ts';

/** Something that can happen to an order next, if the workflow allows it, as a call that makes it happen. */
export interface Move {
  /** Unique among the moves of an order at one time, and the same while the same thing is meant. */
  readonly id: string;
  /** A verb phrase: "Upload the CMR of SB1K...". */
  readonly title: string;
  /** A call of the client; an outcome that only the service can cause; or time that passes. The last two are calls of the control API. */
  readonly kind: 'call' | 'simulator' | 'clock';
  readonly operationId: string;
  /** Path parameters. */
  readonly path: Readonly<Record<string, string>>;
  /** The JSON body; undefined if the call has none, or is an upload. */
  readonly body?: object;
  readonly upload?: Upload;
  /** When this usually happens, in sandbox time: goto lets the time until then pass. */
  readonly usuallyAt?: number;
  /** For one of several vehicles, all of which another move covers. */
  readonly isPartial?: true;
  /** Milliseconds by which the clock advances. */
  readonly by?: number;
  /** The job that the clock advances to. */
  readonly job?: Job;
  /** What it does, with the code that will handle it: whether it is legal is what that code says. */
  readonly run: (work: UnitOfWork) => unknown;
}

/** A multipart body. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: FilePart;
}

/** A call of a client. Its id is the operation, followed by what tells it from other moves of the same operation. */
export const callMove = (
  { setting, order: { seller } }: OrderScene,
  operationId: string,
  { of = [], path = {}, ...move }: { readonly of?: readonly string[] } & Partial<Move> & Pick<Move, 'title'>,
): Move => ({
  ...move,
  kind: 'call',
  id: [operationId, ...of].join('/'),
  operationId,
  path,
  run: (work) => {
    const { organization } = setting;
    const { body, upload } = move;
    authorize({ organization, partner: 'sellerId' in path ? seller : undefined });
    const files = upload === undefined ? [] : [upload.file];
    return callOperation(work, { organization }, operationId, { seller, path, body: upload?.fields ?? body, files });
  },
});

/** The simulators that concern the order or its buyer. An outage is always possible, but one is enough. */
export const simulatorMoves = ({ order, buyer, outages, now }: OrderScene): readonly Move[] => {
  const own = buyer.vatNumber.slice(0, 2);
  const isDown = outages.some(({ country, until = Infinity }) => country === own && until > now);
  const values = { orderUuid: order.uuid, buyerUuid: order.buyerId, country: own };
  return [...SIMULATORS.values()]
    .filter(({ name }) => name !== (isDown ? 'vies_outage' : 'vies_recovery'))
    .map((simulator) => {
      const { name, title, needs, takes } = simulator;
      const body = Object.fromEntries(
        Object.entries(values).filter(([member]) => [...needs, ...takes].some((known) => known === member)),
      );
      const run = (work: UnitOfWork) => simulator.run(work, body);
      return {
        kind: 'simulator',
        id: `simulator/${name}`,
        title,
        operationId: 'runSimulator',
        path: { name },
        body,
        run,
      };
    });
};

/** The sandbox clock advances. */
export const clockMove = (name: string, title: string, by: number, rest: Partial<Move> = {}): Move => ({
  kind: 'clock',
  id: `clock/${name}`,
  title,
  operationId: 'advanceClock',
  path: {},
  by,
  body: { by: toIsoDuration(Math.ceil(by)) },
  run: () => undefined,
  ...rest,
});

/** The clock advances to what is due next to the order or its buyer; none if nothing is. */
export const clockMoves = ({ jobs: [job], now, buyer: { companyName, vatNumber } }: OrderScene): readonly Move[] => {
  if (job === undefined) return [];
  const titles: Readonly<Record<string, string>> = {
    'vies-check': `Let VIES answer the check of ${vatNumber}`,
    'vies-repeat': `Let the check of ${vatNumber} be repeated`,
    'vies-recheck': `Let the daily VIES check of ${vatNumber} begin`,
  };
  const run = (work: UnitOfWork) => {
    work.remove(jobs, job);
    return jobHandlers[job.kind]?.(work, job);
  };
  const title = titles[job.kind] ?? `Let the verification of ${companyName} end`;
  return [clockMove(job.kind, title, Math.max(0, job.dueAt - now), { job, run })];
};

/** A document to upload: a small PDF of one page that says what it stands for. The same words, the same bytes. */
export const sampleFile = (type: string, about: readonly string[]): FilePart => {
  const name = type.toLowerCase().replaceAll('_', '-');
  const heading = type === 'CMR' ? type : `${type.charAt(0)}${type.slice(1).toLowerCase().replaceAll('_', ' ')}`;
  const text = drawPage([`${heading} (sample)`, ...about]);
  return { field: 'file', fileName: `${name}.pdf`, mediaType: 'application/pdf', bytes: Buffer.from(text, 'latin1') };
};

/** Longest line on the page, in characters. */
const LONGEST_LINE = 80;

const drawPage = (lines: readonly string[]): string => {
  const shown = lines.map(
    (line) =>
      `(${line
        .replaceAll(/[^\x20-\x7e]/g, '?')
        .slice(0, LONGEST_LINE)
        .replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`,
  );
  return pdfOf(['BT /F1 14 Tf 22 TL 60 760 Td', ...shown, 'ET'].join('\n'));
};
