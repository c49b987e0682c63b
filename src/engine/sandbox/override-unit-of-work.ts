import type { UnitOfWork } from './unit-of-work.ts';

/** A unit of work with some of its functions replaced; the others delegate to the original. */
export const overrideUnitOfWork = (work: UnitOfWork, replaced: Partial<UnitOfWork>): UnitOfWork => ({
  now: work.now,
  assumed: work.assumed,
  publicPath: work.publicPath,
  get: (collection, id) => work.get(collection, id),
  findFirst: (collection, key) => work.findFirst(collection, key),
  findAll: (collection, key) => work.findAll(collection, key),
  lowest: (collection, name, limit) => work.lowest(collection, name, limit),
  page: (collection, query) => work.page(collection, query),
  content: (id) => work.content(id),
  pause: () => work.pause(),
  insert: (collection, make) => work.insert(collection, make),
  update: (collection, before, after) => work.update(collection, before, after),
  remove: (collection, value) => work.remove(collection, value),
  putContent: (id, bytes) => work.putContent(id, bytes),
  emit: (draft) => work.emit(draft),
  schedule: (draft) => work.schedule(draft),
  cancel: (jobId) => work.cancel(jobId),
  ...replaced,
});
