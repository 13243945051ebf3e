import { fail, ok, type Result } from '../../../lib/result.ts'
import { sleep } from '../../../lib/async/sleep.ts'
import type { Log } from '../../../platform/log.ts'
import { keyPrefix } from '../../../uploads/object-key.ts'
import type {
  Callbacks,
  CallOf,
  CallOptions,
  CallResult,
  StorageLocation,
  StorageCallName,
  StorageProblem,
  ValueOf,
} from '../../../stored-files/storage-calls.ts'
import type { Credentials } from '../transport/credentials.ts'
import type { Sender } from '../transport/create-sender.ts'
import type { S3Client } from '../transport/s3-client.ts'
import { logMessage, problem, problemOf, type LoggedResult } from './storage-problem.ts'

type Checked = Result<string, StorageProblem>

const checkLabel = (label: 'Bucket' | 'Key', value: string | undefined): Checked => {
  if (value === undefined) return fail(problem('LabelMissing', { label }))
  return value === '' ? fail(problem('LabelEmpty', { label })) : ok(value)
}

const isArn = (bucket: string): boolean => /^arn:[^:]+:[^:]+:/.test(bucket)

/** Checks the bucket of a call (specification §5). */
const checkBucket = (bucket: string | undefined): Checked => {
  const labelled = checkLabel('Bucket', bucket)
  if (!labelled.ok) return labelled
  return labelled.value.includes('/') && !isArn(labelled.value)
    ? fail(problem('InvalidBucketName'))
    : labelled
}

/**
 * Checks the key of a call. Browsers remove the segments `.` and `..` from every address, also
 * percent-encoded ones: the request would reach another object, or be refused because its signature does not
 * match.
 */
export const checkKey = (key: string | undefined): Checked => {
  const labelled = checkLabel('Key', key)
  if (!labelled.ok) return labelled
  return labelled.value.split('/').some((segment) => segment === '.' || segment === '..')
    ? fail(problem('DotSegment'))
    : labelled
}

type Cancellable = { abortSignal: AbortSignal }
type Request = <T>(send: (client: S3Client, options: Cancellable) => Promise<T>) => LoggedResult<T>

/** What a call works with once its arguments and credentials are checked. */
export type Calling = {
  bucket: string
  /** The prefix of all keys of a location. */
  prefixOf: (location: StorageLocation) => string
  /** An object in the form that the SDK's commands use. */
  at: (object: StorageLocation & { key: string }) => { Bucket: string; Key: string }
  /** Sends one request; it is aborted if the call takes too long. */
  request: Request
  /** Sends a request that only reads. */
  query: Request
  /** Sends a request that the timeout does not abort, so that nothing is left behind. */
  requestDespiteTimeout: <T>(send: (client: S3Client) => Promise<T>) => LoggedResult<T>
}

/** Does the work of a call after its checks. */
export type Handler<Name extends StorageCallName> = (
  calling: Calling,
  call: CallOf<Name>,
  callbacks: Callbacks<ValueOf<Name>>,
) => LoggedResult<ValueOf<Name>>

/** Resolves to the result of the work, or to a failure after `ms`; 0 ms is no limit. */
const within = async <T>(ms: number, work: (signal: AbortSignal) => LoggedResult<T>): LoggedResult<T> => {
  const ended = new AbortController()
  const running = work(ended.signal)
  if (ms === 0) return running
  const late = sleep(ms, ended.signal).then(() => fail(problem('TimeoutError', { ms })))
  return Promise.race([running, late]).finally(() => ended.abort())
}

/** Converts the failure of a request into a problem. */
const withProblem =
  (send: Sender['send']) =>
  async <T>(request: (client: S3Client) => Promise<T>): LoggedResult<T> => {
    const result = await send(request)
    return result.ok ? result : fail(problemOf(result.error))
  }

type Deps = { bucket: string; sender: Sender; credentials: Credentials; log: Log }

/** Does what every call needs: checks bucket and credentials, limits the time, and logs failures. */
export const createCaller = (deps: Deps) => {
  const { sender, credentials, log } = deps
  const send = withProblem(sender.send)
  const query = withProblem(sender.query)

  const begin = async (call: CallOptions, abortSignal: AbortSignal): LoggedResult<Calling> => {
    const bucket = checkBucket('bucket' in call ? call.bucket : deps.bucket)
    if (!bucket.ok) return bucket
    const present = await credentials.get()
    if (!present.ok) return fail(problemOf({ failure: present.error }))
    // Two customers' files can have the same keys: only the identity prefix differs.
    if (call.customer !== undefined && call.customer !== credentials.customer())
      return fail(problem('NoCredentials'))
    const prefixOf = (location: StorageLocation) => keyPrefix(location, present.value.identityId)
    return ok({
      bucket: bucket.value,
      prefixOf,
      at: ({ key, ...location }) => ({ Bucket: bucket.value, Key: prefixOf(location) + key }),
      request: (request) => send((client) => request(client, { abortSignal })),
      query: (request) => query((client) => request(client, { abortSignal })),
      requestDespiteTimeout: send,
    })
  }

  return async <T>(call: CallOptions, work: (calling: Calling) => LoggedResult<T>): CallResult<T> => {
    const result = await within(call.timeout ?? 0, async (signal) => {
      const calling = await begin(call, signal)
      return calling.ok ? work(calling.value) : calling
    })
    if (result.ok) return result
    const { message: _message, ...found } = result.error
    const { kind, code, status, details } = found
    // A lost connection is not an error: the screen shows it, and leaving a page ends its requests.
    const isExpected = kind === 'offline' || (kind === 'not-found' && call.mayBeMissing === true)
    if (!isExpected) log.warn(logMessage(result.error), { code, status, ...details })
    return fail(found)
  }
}
