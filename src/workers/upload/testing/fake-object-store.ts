import { fail, ok } from '../../../lib/result.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { FoundObject, ObjectTransport, SendOptions, StoredPart } from '../transport/object-transport.ts'
import type { StorageFailure, StorageResult } from '../transport/storage-failure.ts'

/**
 * What goes wrong with a request. `answer-lost`: the object store did it, but the response got lost.
 * `done-twice`: the browser got no response and repeated the request without the app.
 */
export type Trouble = StorageFailure | 'answer-lost' | 'done-twice' | undefined
export type RequestName = keyof ObjectTransport
type Detail = { key: string; number?: number }
type Upload = { key: string; madeBy?: string; thumbnail?: string; parts: Map<number, StoredPart> }
type Options = {
  clock: Clock
  /** The trouble for the next request of this name, or undefined for none. */
  trouble?: (name: RequestName, detail: Detail) => Trouble
  /** ms that a request takes. */
  latency?: () => number
  /**
   * Replaces an existing object under the key, like object stores before conditional writes, and like some
   * object stores at Complete.
   */
  ignoresConditions?: boolean
}

/** Creates an object store in memory. It records every request and every violated rule. */
export const createFakeObjectStore = (options: Options) => {
  const { clock, trouble, latency = () => 10, ignoresConditions = false } = options
  const uploads = new Map<string, Upload>()
  const objects = new Map<string, FoundObject & { thumbnail?: string }>()
  const requests: ({ name: RequestName } & Detail)[] = []
  const violations: string[] = []
  /** The parts that are being sent: upload id and part number. */
  const sending = new Set<string>()
  const acknowledged = new Set<string>()
  /** Parts that the object store lost and that were not sent again. */
  const lostParts = new Set<string>()
  const network = { up: true }
  let ids = 0
  let tags = 0
  let maxAtOnce = 0

  /** Performs `work` after the latency, unless the network or `trouble` prevents it. */
  const request = async <T>(
    name: RequestName,
    detail: Detail,
    work: () => Awaited<StorageResult<T>>,
    options?: SendOptions,
  ): StorageResult<T> => {
    requests.push({ name, ...detail })
    const problem = network.up ? trouble?.(name, detail) : ({ kind: 'unreachable' } as const)
    await clock.sleep(latency(), options?.signal)
    // An aborted request may still have been done.
    if (options?.signal.aborted) {
      if (problem === undefined && latency() % 2 === 0) work()
      return fail({ kind: 'aborted' })
    }
    if (!network.up) return fail({ kind: 'unreachable' })
    if (problem === 'answer-lost') {
      work()
      return fail({ kind: 'unreachable' })
    }
    if (problem === 'done-twice') work()
    return problem && problem !== 'done-twice' ? fail(problem) : work()
  }

  /** An upload is identified by its id together with its key. */
  const openUpload = (key: string, uploadId: string): Upload | undefined => {
    const upload = uploads.get(uploadId)
    return upload?.key === key ? upload : undefined
  }
  const preconditionFailed = () => fail({ kind: 'refused', code: 'PreconditionFailed' } as const)
  const noSuchUpload = () => fail({ kind: 'no-such-upload' } as const)

  const transport: ObjectTransport = {
    create: ({ key, madeBy, thumbnail }) =>
      request('create', { key }, () => {
        const uploadId = `upload-${++ids}`
        uploads.set(uploadId, { key, madeBy, ...(thumbnail && { thumbnail }), parts: new Map() })
        return ok({ uploadId })
      }),

    sendPart: async ({ key, uploadId, number, body, checksum }, options) => {
      const name = `${uploadId}/${number}`
      if (sending.has(name)) violations.push(`${name} is sent twice at once`)
      if (acknowledged.has(name)) violations.push(`${name} is sent although it was acknowledged`)
      sending.add(name)
      maxAtOnce = Math.max(maxAtOnce, sending.size)
      options.onProgress?.(Math.floor(body.size / 2))
      const store = () => {
        const upload = openUpload(key, uploadId)
        if (!upload) return noSuchUpload()
        // Every sent part gets a new ETag, so Complete must name the newest.
        const eTag = `"${name}#${++tags}"`
        upload.parts.set(number, { number, size: body.size, eTag, checksum })
        lostParts.delete(name)
        return ok({ eTag })
      }
      const result = await request('sendPart', { key, number }, store, options)
      sending.delete(name)
      if (result.ok) acknowledged.add(name)
      return result
    },

    listParts: (key, uploadId, options) =>
      request(
        'listParts',
        { key },
        () => {
          const upload = openUpload(key, uploadId)
          return upload ? ok([...upload.parts.values()]) : noSuchUpload()
        },
        options,
      ),

    complete: (key, uploadId, parts) =>
      request('complete', { key }, () => {
        const upload = openUpload(key, uploadId)
        if (!upload) return noSuchUpload()
        if (objects.has(key) && !ignoresConditions) return preconditionFailed()
        if (parts.some(({ number }) => lostParts.has(`${uploadId}/${number}`)))
          return fail({ kind: 'refused', code: 'InvalidPart' } as const)
        const sizes = parts.map(({ number, eTag }) => {
          const part = upload.parts.get(number)
          if (part?.eTag !== eTag) violations.push(`Complete names part ${number} that is not stored`)
          return part?.size ?? 0
        })
        const size = sizes.reduce((sum, partSize) => sum + partSize, 0)
        const eTag = `"whole-${parts.length}"`
        const { madeBy, thumbnail } = upload
        objects.set(key, {
          size,
          eTag,
          ...(madeBy !== undefined && { madeBy }),
          ...(thumbnail && { thumbnail }),
        })
        uploads.delete(uploadId)
        return ok({ eTag })
      }),

    abort: (key, uploadId) =>
      request('abort', { key }, () =>
        openUpload(key, uploadId) && uploads.delete(uploadId) ? ok(undefined) : noSuchUpload(),
      ),

    listUploads: (key, options) =>
      request(
        'listUploads',
        { key },
        () => ok([...uploads].flatMap(([uploadId, upload]) => (upload.key === key ? [uploadId] : []))),
        options,
      ),

    listObjects: (prefix, options) =>
      request(
        'listObjects',
        { key: prefix },
        () => ok([...objects].flatMap(([key, { size }]) => (key.startsWith(prefix) ? [{ key, size }] : []))),
        options,
      ),

    put: ({ key, body, checksum, madeBy, thumbnail }, options) => {
      options.onProgress?.(body.size)
      const store = () => {
        if (objects.has(key)) return preconditionFailed()
        objects.set(key, { size: body.size, eTag: '"put"', madeBy, ...(thumbnail && { thumbnail }) })
        return ok({ checksum })
      }
      return request('put', { key }, store, options)
    },

    head: (key, options) =>
      request(
        'head',
        { key },
        () => {
          const object = objects.get(key)
          return object ? ok(object) : fail({ kind: 'not-found', code: 'NotFound' } as const)
        },
        options,
      ),

    remove: (key) =>
      request('remove', { key }, () => {
        objects.delete(key)
        return ok(undefined)
      }),
  }

  const count = (name: RequestName) => requests.filter((request) => request.name === name).length
  return {
    transport,
    network,
    uploads,
    objects,
    requests,
    violations,
    count,
    forgetUpload: () => uploads.clear(),
    /** Loses the first stored part of every open upload. */
    loseParts: () => {
      for (const [uploadId, { parts }] of uploads) {
        const [number] = parts.keys()
        if (number === undefined) continue
        parts.delete(number)
        lostParts.add(`${uploadId}/${number}`)
        acknowledged.delete(`${uploadId}/${number}`)
      }
    },
    maxAtOnce: () => maxAtOnce,
    /** The number of parts that are being sent. */
    inFlight: () => sending.size,
  }
}
