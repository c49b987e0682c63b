import type PDFDocument from 'pdfkit';
import { SHEET } from '../../generated/sheet.ts';

export type Paper = InstanceType<typeof PDFDocument>;

const { page: PAGE, colours: COLOURS } = SHEET;

export interface Style {
  readonly font: 'regular' | 'bold';
  readonly size: number;
  readonly colour: string;
}

interface TextPosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
  /** Maximum lines; longer text ends in an ellipsis, since names have no length limit, but a page has. */
  readonly lines?: number;
}

const set = (paper: Paper, { font, size, colour }: Style): Paper => paper.font(font).fontSize(size).fillColor(colour);

/** Height of a text with limited lines. */
export const heightOf = (
  paper: Paper,
  text: string,
  style: Style,
  { width, lines = 1 }: Omit<TextPosition, 'x' | 'y'>,
): number => {
  const line = set(paper, style).currentLineHeight(true);
  return Math.min(paper.heightOfString(toPrintable(text), { width }), lines * line);
};

/** The text itself if it fits on one line, else shortened in its middle. */
export const shortenMiddle = (paper: Paper, text: string, style: Style, width: number): string => {
  const printable = toPrintable(text);
  const fits = (candidate: string): boolean => set(paper, style).widthOfString(candidate) <= width;
  if (fits(printable)) return printable;
  const letters = Array.from(printable);
  const shorten = (kept: number): string =>
    `${letters.slice(0, Math.ceil(kept / 2)).join('')}…${letters.slice(letters.length - Math.floor(kept / 2)).join('')}`;
  // Binary search, since a name may be as long as a file name.
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(shorten(middle))) least = middle;
    else most = middle - 1;
  }
  return shorten(least);
};

/** Writes a text at an absolute position. */
export const write = (paper: Paper, text: string, style: Style, place: TextPosition): void => {
  const { x, y, width, align = 'left', lines = 1 } = place;
  const height = lines * set(paper, style).currentLineHeight(true);
  paper.text(toPrintable(text), x, y, { width, align, height, ellipsis: true });
};

/** Starts a new page if the height does not fit on this one; returns true if it did. */
export const ensureRoom = (paper: Paper, height: number): boolean => {
  if (paper.y + height <= PAGE.bottom) return false;
  paper.addPage();
  paper.y = PAGE.top;
  return true;
};

export const rule = (paper: Paper, y: number, colour: string = COLOURS.line): void => {
  paper
    .moveTo(PAGE.left, y)
    .lineTo(PAGE.width - PAGE.left, y)
    .lineWidth(0.5)
    .stroke(colour);
};

/** All characters except those of the fonts: letters of the official languages of the Union, signs and currencies. */
const NOT_PRINTABLE =
  /[^ -~\u00A0-\u00AC\u00AE-\u017F\u0218-\u021B\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u045F\u0490\u0491\u1E80-\u1E85\u1EF2\u1EF3\u2013-\u2015\u2018-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2116\u2122\u2212\uFFFD]/gu;

const REPLACEMENT = '\uFFFD';

/**
 * Normalizes a text for printing on one line: composed letters, plain hyphens and spaces, no invisible characters.
 * Names in other scripts are accepted: each unprintable character becomes a replacement character.
 */
export const toPrintable = (text: string): string => (PLAIN.test(text) ? text : normalize(text));

/** Most texts: ASCII with single spaces, nothing to normalize. */
const PLAIN = /^[!-~]*(?: [!-~]+)*$/;

const normalize = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(NOT_PRINTABLE, REPLACEMENT);
