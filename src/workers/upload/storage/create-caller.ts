import { withTimeLimit } from '../../../lib/async/time-limit.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import type {
  Callbacks,
  CallOf,
  CallOptions,
  CallResult,
  StorageCallName,
  StorageLocation,
  StorageCallFailure,
  ValueOf,
} from '../../../stored-files/storage-calls.ts'
import { getKeyPrefix } from '../../../uploads/object-key.ts'
import type { Sender } from '../transport/create-sender.ts'
import type { Credentials } from '../transport/credentials.ts'
import type { S3Client } from '../transport/s3-client.ts'
import { getLogMessage, createFailure, toCallFailure, type LoggedResult } from './storage-call-failure.ts'

/** The valid text, or why it is invalid. */
type Validation = Result<string, StorageCallFailure>

/** Fails if an argument is missing or empty. The specification calls the name of the argument its label. */
const validateLabel = (label: 'Bucket' | 'Key', value: string | undefined): Validation => {
  if (value === undefined) return fail(createFailure('LabelMissing', { label }))
  return value === '' ? fail(createFailure('LabelEmpty', { label })) : ok(value)
}

const isArn = (bucket: string): boolean => /^arn:[^:]+:[^:]+:/.test(bucket)

/** Fails if the bucket of a call is missing, empty, or has a slash and is no ARN (specification §5). */
const validateBucket = (bucket: string | undefined): Validation => {
  const validation = validateLabel('Bucket', bucket)
  if (!validation.ok) return validation
  return validation.value.includes('/') && !isArn(validation.value)
    ? fail(createFailure('InvalidBucketName'))
    : validation
}

/**
 * Fails if the key of a call is missing, empty, or has a segment `.` or `..`. Browsers remove these segments
 * from every URL, even if they are percent-encoded. The request would reach another object, or be refused
 * because its signature does not match.
 */
export const validateKey = (key: string | undefined): Validation => {
  const validation = validateLabel('Key', key)
  if (!validation.ok) return validation
  return validation.value.split('/').some((segment) => segment === '.' || segment === '..')
    ? fail(createFailure('DotSegment'))
    : validation
}

type AbortOptions = { abortSignal: AbortSignal }
/** Sends a request with a client and options of the SDK. A failure becomes the failure of the call. */
type SendRequest = <T>(send: (client: S3Client, options: AbortOptions) => Promise<T>) => LoggedResult<T>

/** What a handler works with: the bucket and the requests of one call, whose arguments are valid. */
export type CallContext = {
  bucket: string
  /** The prefix of all keys of a location. */
  getPrefix: (location: StorageLocation) => string
  /** Returns the bucket and the full key of an object, as the SDK's commands expect them. */
  toObjectParams: (object: StorageLocation & { key: string }) => { Bucket: string; Key: string }
  /** Sends one request. The timeout of the call aborts it. */
  request: SendRequest
  /** Sends a request that only reads. It may be signed in its URL, which saves a CORS preflight. */
  query: SendRequest
  /**
   * Sends a request that the timeout does not abort. Used to remove what a failed call left in the bucket.
   */
  requestDespiteTimeout: <T>(send: (client: S3Client) => Promise<T>) => LoggedResult<T>
}

/** Performs a call whose arguments and credentials are checked. */
export type Handler<Name extends StorageCallName> = (
  context: CallContext,
  call: CallOf<Name>,
  callbacks: Callbacks<ValueOf<Name>>,
) => LoggedResult<ValueOf<Name>>

/**
 * Resolves to the result of the work. After `ms`, aborts the signal of the work and fails with
 * `TimeoutError`; 0 means no limit.
 */
const withTimeout = async <T>(
  ms: number,
  work: (signal: AbortSignal) => LoggedResult<T>,
): LoggedResult<T> => {
  const controller = new AbortController()
  const workResult = work(controller.signal)
  if (ms === 0) return workResult
  const result = await withTimeLimit(workResult, ms).finally(() => controller.abort())
  return result ?? fail(createFailure('TimeoutError', { ms }))
}

/** Wraps a method of the sender, so that the failure of a request becomes the failure of the call. */
const withCallFailure =
  (sendWithRetries: Sender['send']) =>
  async <T>(send: (client: S3Client) => Promise<T>): LoggedResult<T> => {
    const result = await sendWithRetries(send)
    return result.ok ? result : fail(toCallFailure(result.error))
  }

type Deps = { bucket: string; sender: Sender; credentials: Credentials; log: Log }

/**
 * Returns a function that makes a call with a handler. It does what every call needs: checks bucket and
 * credentials, limits the time, and logs failures.
 */
export const createCaller = (deps: Deps) => {
  const { sender, credentials, log } = deps
  const sendRequest = withCallFailure(sender.send)
  const sendQuery = withCallFailure(sender.query)

  /** Checks the arguments and the credentials of a call. */
  const createContext = async (call: CallOptions, abortSignal: AbortSignal): LoggedResult<CallContext> => {
    const validation = validateBucket('bucket' in call ? call.bucket : deps.bucket)
    if (!validation.ok) return validation
    const bucket = validation.value
    const credentialsResult = await credentials.get()
    if (!credentialsResult.ok) return fail(toCallFailure({ failure: credentialsResult.error }))
    const { identityId } = credentialsResult.value
    // A call of another customer must not reach the files of the signed-in customer, which can have the same
    // keys.
    if (call.customer !== undefined && call.customer !== credentials.getCustomer())
      return fail(createFailure('NoCredentials'))
    const getPrefix = (location: StorageLocation) => getKeyPrefix(location, identityId)
    return ok({
      bucket,
      getPrefix,
      toObjectParams: ({ key, ...location }) => ({ Bucket: bucket, Key: getPrefix(location) + key }),
      request: (send) => sendRequest((client) => send(client, { abortSignal })),
      query: (send) => sendQuery((client) => send(client, { abortSignal })),
      requestDespiteTimeout: sendRequest,
    })
  }

  return async <T>(call: CallOptions, work: (context: CallContext) => LoggedResult<T>): CallResult<T> => {
    const result = await withTimeout(call.timeout ?? 0, async (signal) => {
      const contextResult = await createContext(call, signal)
      return contextResult.ok ? work(contextResult.value) : contextResult
    })
    if (result.ok) return result
    // The message of S3 is only logged, so it is not returned. The screen shows its own message for the code.
    const { message: _message, ...failure } = result.error
    const { kind, code, status, details } = failure
    // A lost connection is not an error, because the screen shows it, and leaving a page ends its requests.
    const isExpected = kind === 'offline' || (kind === 'not-found' && call.mayBeMissing === true)
    if (!isExpected) log.warn(getLogMessage(result.error), { code, status, ...details })
    return fail(failure)
  }
}
