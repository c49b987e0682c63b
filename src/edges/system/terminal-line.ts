import { styleText } from 'node:util';
import type { ExchangeSummary } from '../../engine/ports/ports.ts';
import { round } from './request-line.ts';

export interface TerminalStyle {
  readonly colorize: boolean;
  /** The output is interactive, so the reason of a refusal may be shown. */
  readonly tellsReasons: boolean;
}

const COLORS = ['green', 'cyan', 'yellow', 'red'] as const;

/** Colours by status class: 2xx, 3xx, 4xx, 5xx. */
const colorOf = (status: number): (typeof COLORS)[number] => COLORS[Math.floor(status / 100) - 2] ?? 'red';

/** Maximum characters: a longer line would wrap and hide the next request. */
const LONGEST = 200;

/** Replaces control characters: request data must not control the terminal. */
const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

const shorten = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** Formats the line of a request for a terminal. */
export const toTerminalLine = (
  { method, path, status, source, milliseconds, refusal, id }: ExchangeSummary,
  { colorize, tellsReasons }: TerminalStyle,
): string => {
  const paint = (color: Parameters<typeof styleText>[0], text: string): string =>
    colorize ? styleText(color, text, { validateStream: false }) : text;
  const reason = refusal === undefined || !tellsReasons ? '' : `: ${shorten(printable(refusal.reason()))}`;
  const why = refusal === undefined ? '' : ` ${paint(colorOf(status), refusal.type)}${reason}`;
  const line = `${printable(method)} ${printable(path)} ${paint(colorOf(status), String(status))} ${source} ${String(round(milliseconds))} ms`;
  return `${line}${why} ${paint('dim', `request ${id}`)}`;
};
