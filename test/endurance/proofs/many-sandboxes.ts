import { median } from '../../../bench/median.ts';
import type { Proof, Stage } from '../proof.ts';
import { type Tenant, createTenant } from '../stage/tenant.ts';
import { type Traffic, countAnswers, createTraffic } from '../stage/traffic.ts';

/**
 * What happens to one sandbox while others are read. `again` is the same as nothing: how far figures differ by chance.
 * `written` is one client that writes without pause, `crowded` one for each server, which wait for each other. `spread` is
 * as many as `crowded`, but to all sandboxes: what writing takes from the machine.
 */
const BLOCKS = ['nothing', 'again', 'written', 'spread', 'crowded'] as const;
type Block = (typeof BLOCKS)[number];

/** What a block is compared with. */
const BESIDE: Readonly<Record<Block, Block>> = {
  nothing: 'nothing',
  again: 'nothing',
  written: 'nothing',
  spread: 'nothing',
  crowded: 'spread',
};

/** The others depend on how many cores servers, database and clients have to themselves. */
const JUDGED: readonly Block[] = ['again', 'written'];

/** How much slower the slowest reads may be. */
const MOST = 2;

const READERS = 4;
/** Milliseconds between two reads of one reader, and between two writes to some other sandbox. */
const READ_PACE = 15;
const WRITE_PACE = 100;
/** Clients that write without pause. */
const WRITERS: Readonly<Partial<Record<Block, number>>> = { written: 1, spread: 3, crowded: 3 };

export const manySandboxes: Proof = {
  name: 'many-sandboxes',
  claim: `A hundred sandboxes are under load: the p99 of reads beside a sandbox that a client writes without pause is at most ${String(MOST)} times that without.`,
  show: async (stage) => {
    const { sized, startFleet, expect, note } = stage;
    const fleet = await startFleet();
    const traffic = createTraffic(fleet.url);
    const tenants: Tenant[] = [];
    const count = sized(100, 12);
    const make = async (): Promise<void> => {
      while (tenants.length < count) tenants.push(await createTenant(traffic));
    };
    await make();
    const [hot, ...others] = tenants;
    if (hot === undefined) throw new Error('there are sandboxes');
    const seconds = sized(4, 1);
    // Each server loads its copy of each sandbox at the first use.
    for (const tenant of [...others, ...others, ...others]) await read(tenant);
    await playBlock(stage, hot, others, 'crowded', seconds);

    const rounds = sized(12, 2);
    const ratios = new Map<Block, number[]>(BLOCKS.map((block) => [block, []]));
    const p99s = new Map<Block, number[]>(BLOCKS.map((block) => [block, []]));
    const writesIn = new Map<Block, number>();
    for (let round = 0; round < rounds; round++) {
      const figures = new Map<Block, number>();
      // In another order each time: what one block leaves behind falls on each of the others.
      for (const index of BLOCKS.keys()) {
        const block = BLOCKS[(index + round) % BLOCKS.length] ?? 'nothing';
        const { p99, writes } = await playBlock(stage, hot, others, block, seconds);
        figures.set(block, p99);
        p99s.get(block)?.push(p99);
        writesIn.set(block, (writesIn.get(block) ?? 0) + writes);
      }
      for (const [block, p99] of figures) ratios.get(block)?.push(p99 / (figures.get(BESIDE[block]) ?? Number.NaN));
    }
    for (const block of BLOCKS) {
      const [all, times] = [p99s.get(block) ?? [], ratios.get(block) ?? []];
      const spread = `${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)}`;
      note(
        `${block}: p99 ${median(all).toFixed(0)} ms, ${median(times).toFixed(2)} times that of ${BESIDE[block]} (${spread})`,
      );
      // Two short blocks say nothing.
      if (stage.isShort || !JUDGED.includes(block)) continue;
      expect(median(times) <= MOST, `the p99 is ${median(times).toFixed(2)} times as high beside one that is ${block}`);
    }
    note(`${String(count)} sandboxes, ${String(rounds)} rounds of ${String(seconds)} s blocks`);
    const perSecond = (block: Block): string => ((writesIn.get(block) ?? 0) / rounds / seconds).toFixed(0);
    note(`writes a second to the one: ${perSecond('written')} of one client, ${perSecond('crowded')} of three`);
    const failed = traffic.answers.filter(({ status = 0 }) => status >= 300 || status === 0);
    expect(failed.length === 0, `came ${countAnswers(failed)}`);
  },
};

const read = (tenant: Tenant): ReturnType<Traffic['send']> =>
  tenant.send({ method: 'GET', path: `/v1/partners/${tenant.seller}/buyers/${tenant.buyer}` });

let written = 0;
const write = async (tenant: Tenant): Promise<void> => {
  await tenant.untilAnswered(tenant.order(`many-${String(written++)}`));
};

const playBlock = async (
  { sleep }: Stage,
  hot: Tenant,
  others: readonly Tenant[],
  block: Block,
  seconds: number,
): Promise<{ readonly p99: number; readonly writes: number }> => {
  const until = performance.now() + seconds * 1000;
  const isOver = (): boolean => performance.now() >= until;
  const milliseconds: number[] = [];
  let drawn = 0;
  const draw = (): Tenant => others[drawn++ % others.length] ?? hot;
  const readOn = async (): Promise<void> => {
    while (!isOver()) {
      milliseconds.push((await read(draw())).milliseconds);
      await sleep(READ_PACE);
    }
  };
  const writeBeside = async (): Promise<void> => {
    while (!isOver()) {
      await write(draw());
      await sleep(WRITE_PACE);
    }
  };
  let writes = 0;
  const writeOn = async (): Promise<void> => {
    while (!isOver()) {
      await write(block === 'spread' ? draw() : hot);
      writes++;
    }
  };
  const hotWork = Array.from({ length: WRITERS[block] ?? 0 }, writeOn);
  await Promise.all([...Array.from({ length: READERS }, readOn), writeBeside()]);
  await Promise.all(hotWork);
  milliseconds.sort((one, other) => one - other);
  return { p99: milliseconds[Math.floor(milliseconds.length * 0.99)] ?? Number.NaN, writes };
};
