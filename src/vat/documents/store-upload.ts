import type { FilePart } from '../../engine/message/decoded-body.ts';
import type { UnitOfWork } from '../../engine/sandbox/unit-of-work.ts';
import { drawUuid } from '../../kernel/ids.ts';
import type { Schemas } from '../api/behaviour.ts';
import { violation } from '../api/violation.ts';
import { digestOf } from './digest.ts';
import { type DocumentRecord, documents, toDocument } from './document.ts';
import { toFileName } from './file-name.ts';

/** Type and owner of a document; the rest is derived from the file. */
type UploadSubject = Pick<DocumentRecord, 'seller' | 'type' | 'buyerUuid' | 'orderUuid' | 'vin' | 'invoiceType'>;

/** Stores an uploaded file: its exact bytes, and a record. */
export const storeUpload = (
  work: UnitOfWork,
  subject: UploadSubject,
  files: readonly FilePart[],
): Schemas['Document'] => {
  const { bytes, mediaType, fileName } = theFileOf(files);
  const digest = digestOf(bytes);
  const document = work.insert<DocumentRecord>(documents, ({ random }) => ({
    ...subject,
    id: drawUuid(random),
    status: 'ACTIVE',
    fileName: toFileName(fileName, defaultNameOf(subject.type, mediaType)),
    contentType: toContentType(mediaType),
    digest,
    version: 1,
    createdAt: work.now,
    updatedAt: work.now,
  }));
  work.putContent(document.id, bytes);
  return toDocument(document, digest);
};

/** The description has one file, in the part `file`; all other parts are plain fields. Throws 422. */
const theFileOf = (files: readonly FilePart[]): FilePart => {
  const stray = files.find(({ field }) => field !== 'file');
  if (stray !== undefined)
    throw violation(stray.field, 'must be a plain form field, but was sent as a file', stray.fileName);
  const [file, second] = files;
  if (file === undefined)
    throw violation(
      'file',
      'must be a file: give its part a filename, or the content type application/octet-stream',
      null,
    );
  if (second !== undefined)
    throw violation('file', 'must occur once: upload each document separately', second.fileName);
  return file;
};

/** Media type by RFC 6838. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** The media type that the part declares. It is only returned on download and otherwise not trusted. */
const toContentType = (declared: string): string => (MEDIA_TYPE.test(declared) ? declared : 'application/octet-stream');

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'text/plain': '.txt',
};

/** Default file name, such as `delivery-declaration.pdf`. */
const defaultNameOf = (type: DocumentRecord['type'], mediaType: string): string =>
  type.toLowerCase().replaceAll('_', '-') + (EXTENSIONS[mediaType] ?? '');
