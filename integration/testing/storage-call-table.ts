import type { StorageCallName, StorageCalls } from '../../src/stored-files/storage-calls.ts'

type Call = (storage: StorageCalls, at: { key: string; bucket?: string }) => Promise<unknown>

/** The storage calls for a single object. */
export const objectCalls = {
  put: (storage, at) => storage.put({ ...at, body: 'x' }),
  get: (storage, at) => storage.get(at),
  head: (storage, at) => storage.head(at),
  remove: (storage, at) => storage.remove(at),
  listParts: (storage, at) => storage.listParts({ ...at, uploadId: 'u' }),
  presignedGet: (storage, at) => storage.presignedGet(at),
  presignedRemove: (storage, at) => storage.presignedRemove(at),
} satisfies Record<string, Call>

export const storageCalls: Record<StorageCallName, Call> = {
  ...objectCalls,
  list: (storage, { key, ...at }) => storage.list({ path: key, ...at }),
  copy: (storage, { key, ...at }) => storage.copy({ ...at, source: { key }, destination: { key: 'to' } }),
}
