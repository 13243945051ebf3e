import type { JournalEntry, Part, StoredObject, Upload } from './entries.ts'
import { createSortedKeys } from './key-order.ts'

/** An upload that is neither completed nor aborted, with the newest part of each number. */
export type OpenUpload = Upload & { parts: Map<number, Part> }

/** The blobs that gain a reference through a journal entry, and the blobs that lose one. */
type BlobChange = { added: readonly string[]; removed: readonly string[] }

const listBlobs = (parts: Iterable<Part>) => Array.from(parts, ({ blob }) => blob)

/** A bucket: its objects by key, and their keys in S3's order. */
const createBucket = () => ({ objects: new Map<string, StoredObject>(), keys: createSortedKeys() })

/**
 * Indexes every object and every open upload in memory. The index is the result of the journal's entries.
 * `apply` adds an entry. It returns the references to blobs that the entry adds and removes, for the
 * reference counting of the blobs.
 */
export const createObjectIndex = () => {
  const buckets = new Map<string, ReturnType<typeof createBucket>>()
  const uploads = new Map<string, OpenUpload>()

  const getBucket = (name: string) => {
    const bucket = buckets.get(name) ?? createBucket()
    buckets.set(name, bucket)
    return bucket
  }

  /** Removes an upload from the open ones. Returns the blobs of its parts. */
  const closeUpload = (uploadId: string) => {
    const parts = uploads.get(uploadId)?.parts.values() ?? []
    uploads.delete(uploadId)
    return listBlobs(parts)
  }

  /** Stores an object in place of an earlier one with its key. Ends the upload that it completes, if any. */
  const storeObject = (object: StoredObject, completedUploadId: string | undefined): BlobChange => {
    const { objects, keys } = getBucket(object.bucket)
    const previousParts = objects.get(object.key)?.parts ?? []
    objects.set(object.key, object)
    keys.add(object.key)
    const uploadBlobs = completedUploadId === undefined ? [] : closeUpload(completedUploadId)
    return { added: listBlobs(object.parts), removed: [...listBlobs(previousParts), ...uploadBlobs] }
  }

  const deleteObject = (bucket: string, key: string): BlobChange => {
    const { objects, keys } = getBucket(bucket)
    const parts = objects.get(key)?.parts ?? []
    objects.delete(key)
    keys.remove(key)
    return { added: [], removed: listBlobs(parts) }
  }

  const storePart = (uploadId: string, partNumber: number, part: Part): BlobChange => {
    const parts = uploads.get(uploadId)?.parts
    if (!parts) throw new Error(`A part was stored for the unknown upload ${uploadId}.`)
    const previousPart = parts.get(partNumber)
    parts.set(partNumber, part)
    return { added: [part.blob], removed: previousPart ? [previousPart.blob] : [] }
  }

  const apply = (entry: JournalEntry): BlobChange => {
    switch (entry.type) {
      case 'object-stored':
        return storeObject(entry.object, entry.completes)
      case 'object-deleted':
        return deleteObject(entry.bucket, entry.key)
      case 'upload-begun':
        uploads.set(entry.upload.uploadId, { ...entry.upload, parts: new Map() })
        return { added: [], removed: [] }
      case 'part-stored':
        return storePart(entry.uploadId, entry.number, entry.part)
      case 'upload-aborted':
        return { added: [], removed: closeUpload(entry.uploadId) }
      default:
        // Never runs. The compiler reports an entry type without a case.
        return entry satisfies never
    }
  }

  /** Yields the objects of a bucket in the order of their keys, from `firstKey` on. */
  function* iterateObjects(bucket: string, firstKey: string) {
    const { objects, keys } = getBucket(bucket)
    for (const key of keys.from(firstKey)) {
      const object = objects.get(key)
      if (object) yield object
    }
  }

  /** Yields the shortest list of entries with the same result, to rewrite the journal. */
  function* entries(): Generator<JournalEntry> {
    for (const bucket of buckets.keys()) {
      for (const object of iterateObjects(bucket, '')) yield { type: 'object-stored', object }
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
    findObject: (bucket: string, key: string) => buckets.get(bucket)?.objects.get(key),
    iterateObjects,
    findUploadById: (uploadId: string) => uploads.get(uploadId),
    listUploads: (bucket: string) => [...uploads.values()].filter((upload) => upload.bucket === bucket),
  }
}
