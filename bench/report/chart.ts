import type { Results } from '../results.ts';
import { WORKS, WORK_NAMES, type Work } from '../work.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
  /** Ours stand out. */
  readonly isOurs: boolean;
}

export interface Panel {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** Requests for which a second of the server's CPU does, or what a second did where the CPU is not known. */
export const toPanels = ({ peers }: Results): Panel[] =>
  WORKS.filter((work) => peers.filter(({ works }) => works[work] !== undefined).length !== 1).map((work: Work) => ({
    title: WORK_NAMES[work],
    bars: peers.flatMap(({ id, name, works }) => {
      const figures = works[work];
      if (figures === undefined) return [];
      const { cpuMicroseconds, perSecond } = figures;
      const value = cpuMicroseconds === undefined ? perSecond : 1e6 / cpuMicroseconds;
      return [{ label: name, value, isOurs: id.startsWith('vatmock') }];
    }),
  }));

const WIDTH = 820;
const MARGIN = 20;
const LABELS = 200;
const VALUES = 70;
const BAR = 16;
const ROW = 22;
const HEAD = 34;
const TOP = 64;

const STYLE = `
  .card { fill: #ffffff; stroke: #d0d7de }
  text { font: 13px system-ui, -apple-system, 'Segoe UI', sans-serif; fill: #1f2328 }
  .title { font-size: 17px; font-weight: 600 }
  .panel { font-weight: 600 }
  .note { fill: #59636e }
  .value { font-variant-numeric: tabular-nums }
  .ours { fill: #0969da }
  .theirs { fill: #9aa4af }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #3d444d }
    text { fill: #f0f6fc }
    .note { fill: #9198a1 }
    .ours { fill: #4493f8 }
    .theirs { fill: #656c76 }
  }`;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const text = (x: number, y: number, content: string, style = '', anchor = 'start'): string =>
  `<text x="${x}" y="${y}" class="${style}" text-anchor="${anchor}">${escapeText(content)}</text>`;

const drawPanel = ({ title, bars }: Panel, top: number): string => {
  const longest = Math.max(...bars.map(({ value }) => value), 1);
  const space = WIDTH - 2 * MARGIN - LABELS - VALUES;
  const rows = bars.map(({ label, value, isOurs }, index) => {
    const y = top + HEAD + index * ROW;
    const width = Math.max(1, Math.round((value / longest) * space));
    const x = MARGIN + LABELS;
    return [
      text(x - 8, y + 13, label, '', 'end'),
      `<rect x="${x}" y="${y}" width="${width}" height="${BAR}" rx="2" class="${isOurs ? 'ours' : 'theirs'}"/>`,
      text(x + width + 6, y + 13, Math.round(value).toLocaleString('en'), 'value'),
    ].join('');
  });
  return [text(MARGIN, top + 22, title, 'panel'), ...rows].join('\n  ');
};

/** Bars in panels, one below the other, readable on light and dark pages. */
export const drawChart = (title: string, note: string, panels: readonly Panel[]): string => {
  const shown = panels.filter(({ bars }) => bars.length > 0);
  const tops: number[] = [];
  let height = TOP;
  for (const { bars } of shown) {
    tops.push(height);
    height += HEAD + bars.length * ROW + 10;
  }
  height += MARGIN - 10;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title note">
  <title id="title">${escapeText(title)}</title>
  <desc id="note">${escapeText(note)}</desc>
  <style>${STYLE}
  </style>
  <rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8" class="card"/>
  ${text(MARGIN, 30, title, 'title')}
  ${text(MARGIN, 50, note, 'note')}
  ${shown.map((panel, index) => drawPanel(panel, tops[index] ?? 0)).join('\n  ')}
</svg>
`;
};
