import { loadWords } from '../engine/faking/create-faker.ts';
import type { Contract, MediaType } from '../engine/contract/contract.ts';
import { type Compile, createCompilers } from '../engine/validation/ajv.ts';
import { loadUndici } from '../edges/webhooks/undici-sender.ts';
import type { ServerParts } from './parts.ts';

/**
 * Loads what a local server leaves to the first request that needs it: the scenario library, the validators of our own bodies,
 * and the libraries for documents, deliveries, generated names and content negotiation. Each takes up to a tenth of a second,
 * for which no tenant may keep the others waiting.
 */
export const preload = async ({ scenarios, contract, loadAdminContract }: ServerParts): Promise<void> => {
  await scenarios.files();
  for (const each of [contract, await loadAdminContract()]) if (!each.isForeign) compileBodies(each);
  await loadUndici();
  await loadWords();
  const [{ drawSheet }] = await Promise.all([
    import('../vat/sheet/draw-sheet.ts'),
    import('../vat/export-file/describe-export-file.ts'),
    import('../vat/papers/paper.ts'),
    import('../engine/responders/prism.ts'),
    import('../vat/faking/generators.ts'),
    import('../vat/faking/relations.ts'),
    import('../edges/self-service/self-service-routes.ts'),
    import('../engine/scenarios/next-call.ts'),
    import('../control/show/check-storyboard.ts'),
  ]);
  await drawSheet(EMPTY_SHEET);
};

/** All that a first request, the first refusal of a body, the check of a storyboard and the first answer would compile. */
const compileBodies = (contract: Contract): void => {
  const { exact, listing, own } = createCompilers(contract);
  const compileWith = (compiles: readonly Compile[], contents: readonly MediaType[] = []): void => {
    for (const { schema } of contents)
      if (schema !== undefined) for (const compile of compiles) compile(schema.pointer);
  };
  for (const { requestBody, responses } of contract.operations) {
    compileWith([exact, listing], requestBody?.contents);
    for (const { contents } of responses) compileWith([own], contents);
  }
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
