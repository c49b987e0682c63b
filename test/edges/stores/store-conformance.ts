import { describe } from '@jest/globals';
import type { CreateBackend } from './backend.ts';
import { describeContents } from './describe-contents.ts';
import { describeDocuments } from './describe-documents.ts';
import { describeLists } from './describe-lists.ts';
import { describeModel } from './describe-model.ts';
import { describeReplace } from './describe-replace.ts';
import { describeTransactions } from './describe-transactions.ts';
import { describeValues } from './describe-values.ts';

/** Every promise of the port: a backend that is to be trusted runs this. */
export const describeStore = (name: string, create: CreateBackend): void => {
  describe(name, () => {
    describeDocuments(create);
    describeValues(create);
    describeLists(create);
    describeTransactions(create);
    describeContents(create);
    describeReplace(create);
    describeModel(create);
  });
};

export const describeStoredTransactions = (name: string, create: CreateBackend): void => {
  describe(name, () => {
    describeTransactions(create);
  });
};
