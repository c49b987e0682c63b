import { extractText, getDocumentProxy, getMeta } from 'unpdf';

export interface ReadPdf {
  /** What a reader sees, by page. */
  readonly pages: readonly string[];
  readonly text: string;
  readonly info: Readonly<Record<string, unknown>>;
}

/** Opens a PDF as a program would that we did not write. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document);
  return { pages: text, text: text.join('\n'), info: info as Record<string, unknown> };
};
