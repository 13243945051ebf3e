import type { Entry, Part, StoredObject, Upload } from './entries.ts'
import { createSortedKeys } from './key-order.ts'

/** An upload that is neither completed nor aborted, with the newest part under each number. */
export type OpenUpload = Upload & { parts: Map<number, Part> }

/** The blobs that an entry needs, and those that are no longer needed. */
type Change = { gained: readonly string[]; lost: readonly string[] }

const blobsOf = (parts: Iterable<Part>) => Array.from(parts, ({ blob }) => blob)

const createBucket = () => ({ objects: new Map<string, StoredObject>(), keys: createSortedKeys() })

/** The result of all entries in memory: every object and every open upload. */
export const createCatalogue = () => {
  const buckets = new Map<string, ReturnType<typeof createBucket>>()
  const uploads = new Map<string, OpenUpload>()

  const bucketOf = (name: string) => {
    const known = buckets.get(name)
    if (known) return known
    const created = createBucket()
    buckets.set(name, created)
    return created
  }

  const closeUpload = (uploadId: string) => {
    const parts = uploads.get(uploadId)?.parts.values() ?? []
    uploads.delete(uploadId)
    return blobsOf(parts)
  }

  const storeObject = (object: StoredObject, completes: string | undefined): Change => {
    const { objects, keys } = bucketOf(object.bucket)
    const replaced = objects.get(object.key)?.parts ?? []
    objects.set(object.key, object)
    keys.add(object.key)
    const closed = completes === undefined ? [] : closeUpload(completes)
    return { gained: blobsOf(object.parts), lost: [...blobsOf(replaced), ...closed] }
  }

  const deleteObject = (bucket: string, key: string): Change => {
    const { objects, keys } = bucketOf(bucket)
    const deleted = objects.get(key)?.parts ?? []
    objects.delete(key)
    keys.remove(key)
    return { gained: [], lost: blobsOf(deleted) }
  }

  const storePart = (uploadId: string, number: number, part: Part): Change => {
    const parts = uploads.get(uploadId)?.parts
    if (!parts) throw new Error(`A part was stored for the unknown upload ${uploadId}.`)
    const replaced = parts.get(number)
    parts.set(number, part)
    return { gained: [part.blob], lost: replaced ? [replaced.blob] : [] }
  }

  const apply = (entry: Entry): Change => {
    switch (entry.type) {
      case 'object-stored':
        return storeObject(entry.object, entry.completes)
      case 'object-deleted':
        return deleteObject(entry.bucket, entry.key)
      case 'upload-begun':
        uploads.set(entry.upload.uploadId, { ...entry.upload, parts: new Map() })
        return { gained: [], lost: [] }
      case 'part-stored':
        return storePart(entry.uploadId, entry.number, entry.part)
      case 'upload-aborted':
        return { gained: [], lost: closeUpload(entry.uploadId) }
      default:
        return entry satisfies never
    }
  }

  /** Objects in key order, from the given key on. */
  function* objectsFrom(bucket: string, from: string) {
    const { objects, keys } = bucketOf(bucket)
    for (const key of keys.from(from)) {
      const object = objects.get(key)
      if (object) yield object
    }
  }

  /** The shortest list of entries with the same result. */
  function* entries(): Generator<Entry> {
    for (const bucket of buckets.keys()) {
      for (const object of objectsFrom(bucket, '')) yield { type: 'object-stored', object }
    }
    for (const { parts, ...upload } of uploads.values()) {
      yield { type: 'upload-begun', upload }
      for (const [number, part] of parts) {
        yield { type: 'part-stored', uploadId: upload.uploadId, number, part }
      }
    }
  }

  return {
    apply,
    entries,
    object: (bucket: string, key: string) => buckets.get(bucket)?.objects.get(key),
    objects: objectsFrom,
    upload: (uploadId: string) => uploads.get(uploadId),
    uploads: (bucket: string) => [...uploads.values()].filter((upload) => upload.bucket === bucket),
  }
}
