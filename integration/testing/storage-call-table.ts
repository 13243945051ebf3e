import type { StorageCallName, StorageCalls } from '../../src/stored-files/storage-calls.ts'

type Call = (storage: StorageCalls, location: { key: string; bucket?: string }) => Promise<unknown>

/** The storage calls for a single object. */
export const objectCalls = {
  put: (storage, location) => storage.put({ ...location, body: 'x' }),
  get: (storage, location) => storage.get(location),
  head: (storage, location) => storage.head(location),
  remove: (storage, location) => storage.remove(location),
  listParts: (storage, location) => storage.listParts({ ...location, uploadId: 'u' }),
  presignedGet: (storage, location) => storage.presignedGet(location),
  presignedRemove: (storage, location) => storage.presignedRemove(location),
} satisfies Record<string, Call>

export const storageCalls: Record<StorageCallName, Call> = {
  ...objectCalls,
  list: (storage, { key, ...bucket }) => storage.list({ path: key, ...bucket }),
  copy: (storage, { key, ...bucket }) =>
    storage.copy({ ...bucket, source: { key }, destination: { key: 'to' } }),
}
