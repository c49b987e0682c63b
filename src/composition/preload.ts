import type { OpenedScenarios } from '../edges/files/open-scenarios.ts';
import { loadWords } from '../engine/faking/create-faker.ts';
import { loadUndici } from '../edges/webhooks/undici-sender.ts';

/**
 * Loads what a local server leaves to the first request that needs it: the scenario library, and the libraries for
 * documents, deliveries, generated names and content negotiation. Each takes up to a tenth of a second, for which no
 * tenant may keep the others waiting.
 */
export const preload = async ({ files }: Pick<OpenedScenarios, 'files'>): Promise<void> => {
  await files();
  await loadUndici();
  await loadWords();
  const [{ drawSheet }] = await Promise.all([
    import('../vat/sheet/draw-sheet.ts'),
    import('../vat/export-file/draw-export-file.ts'),
    import('../vat/papers/draw-paper.ts'),
    import('../engine/responders/prism-negotiation.ts'),
  ]);
  await drawSheet(EMPTY_SHEET);
};

const EMPTY_SHEET = {
  title: '',
  subtitle: '',
  reference: { headline: '', lines: [] },
  warning: '',
  sections: [],
  footer: '',
  information: { id: '', subject: '', madeAt: new Date(0) },
};
