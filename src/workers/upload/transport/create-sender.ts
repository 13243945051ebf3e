import { GetObjectCommand, HeadObjectCommand, type HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner'
import type { RequestSigner } from '@smithy/types'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { consoleLog, type Log } from '../../../platform/log.ts'
import type { AutomaticRetry, BucketConfig } from '../../../uploads/contract.ts'
import type { Credentials } from './credentials.ts'
import { rejectForeignAnswers } from './foreign-answer.ts'
import { createS3Client, type S3Client } from './s3-client.ts'
import { isSignatureRefused, type StorageFailure } from './storage-failure.ts'
import { getResponseDetails, toStorageFailure, type FailedRequest } from './to-storage-failure.ts'
import type { HandlerOptions, S3RequestHandler } from './xhr-handler.ts'

/**
 * Creates a signer that puts the signature into the URL instead of into headers. With a signature in headers,
 * the browser would send a CORS preflight first, which costs one round trip for every new URL. The URL is
 * valid for 900 s (specification §9).
 */
const createUrlSigner = (config: S3Client['config']): RequestSigner => {
  const presigner = new S3RequestPresigner(config)
  return {
    sign: (request, options) => {
      // S3 does not need this header in such a request, and it would make a browser send a preflight.
      delete request.headers['content-type']
      return presigner.presign(request, options)
    },
  }
}

type Send = <T>(request: (client: S3Client) => Promise<T>) => Promise<Result<T, FailedRequest>>

export type Sender = {
  /** The client of the AWS SDK that puts the signature into headers. */
  client: S3Client
  /**
   * Sends one request with the current credentials. Retries once with fresh credentials and once with a
   * corrected clock.
   */
  send: Send
  /**
   * Like `send`, for a request that reads (GET, HEAD) or a POST without its own headers. Once the object
   * store has accepted a signature, the request is signed in its URL and needs no CORS preflight. If the
   * object store refuses it, it is sent again with a signature in headers.
   */
  query: Send
}

type Options = {
  bucketConfig: BucketConfig
  credentials: Credentials
  requestHandler: S3RequestHandler
  /** Returns the time in ms since the epoch. */
  now: () => number
  log?: Log
  /** Called for each request that is signed again. */
  onRetry?: (retry: AutomaticRetry) => void
}

/**
 * After this many consecutive refusals, signed URLs are no longer used, because the object store, or a proxy
 * in front of it, does not accept them. A single refusal may have come from credentials or a clock that have
 * been corrected since then.
 */
const maxRefusedUrls = 2

/**
 * Whether a failure may concern the signature, including a refusal by a firewall. A missing object or a
 * missing response does not concern it.
 */
const canConcernSignature = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' || failure.kind === 'foreign-answer' || isSignatureRefused(failure)

/**
 * Creates the function that returns the credentials for the SDK's signer. They are cached and renewed only in
 * `credentials`.
 */
const createCredentialsProvider =
  ({ credentials, log = consoleLog }: Options) =>
  async () => {
    const result = await credentials.get()
    if (result.ok) {
      const { accessKeyId, secretAccessKey, sessionToken } = result.value
      return { accessKeyId, secretAccessKey, sessionToken }
    }
    // The session ended after the request had started. The request is sent with empty credentials
    // (specification §6).
    log.warn('No credentials are available. Empty ones are used', { cause: result.error.kind })
    return { accessKeyId: '', secretAccessKey: '' }
  }

/**
 * Requests the metadata of an object. A refused HEAD has no code, so expired credentials and a wrong clock
 * look like a file that this coach may not see. Therefore, the first byte is requested too. A refusal of that
 * request has a code, which shows the sender what to correct. If it succeeds, the HEAD is sent again.
 */
export const headObject = async (
  client: S3Client,
  object: { Bucket: string; Key: string },
  options?: HandlerOptions,
): Promise<HeadObjectCommandOutput> => {
  const head = () => client.send(new HeadObjectCommand({ ...object, ChecksumMode: 'ENABLED' }), options)
  try {
    return await head()
  } catch (error) {
    // The time is only used for a `Retry-After` header, which does not matter here.
    if (toStorageFailure(error, Date.now()).kind !== 'refused') throw error
    await client.send(
      new GetObjectCommand({ ...object, Range: 'bytes=0-0', ResponseCacheControl: 'no-store' }),
      options,
    )
    return head()
  }
}

/**
 * Creates the sender of all requests to the object store. It signs requests with the current credentials of
 * the customer. If the object store refuses the signature, the sender corrects the cause if it can, with new
 * credentials or the time of the object store, and repeats the request. All other failures are returned to
 * the caller, which decides about retries.
 */
export const createSender = (options: Options): Sender => {
  const { credentials, now, log = consoleLog, onRetry } = options
  const clientOptions = { ...options, credentials: createCredentialsProvider(options) }
  const client = createS3Client(clientOptions)
  /** The client that signs in the URL. */
  const queryClient = createS3Client({ ...clientOptions, signer: createUrlSigner(client.config) })
  for (const { middlewareStack } of [client, queryClient])
    middlewareStack.add(rejectForeignAnswers, { step: 'initialize', name: 'rejectForeignAnswers' })
  /**
   * Whether the object store has accepted a signature in headers. The first request is signed in headers,
   * because the refusal of such a request shows what is wrong with the signature.
   */
  let hasAcceptedSignature = false
  /** How many signed URLs in a row were refused, although the same queries succeeded with headers. */
  let refusedUrlCount = 0

  /**
   * Resolves to the cause of a failure: the failure itself, or, if the request was refused and there are no
   * credentials now, the reason for that.
   */
  const findCause = async (failure: StorageFailure): Promise<StorageFailure> => {
    if (failure.kind !== 'refused') return failure
    const credentialsResult = await credentials.get()
    return credentialsResult.ok ? failure : credentialsResult.error
  }

  const send: Sender['send'] = async (request) => {
    /** The kinds of failures that were corrected. Each is corrected only once. */
    const correctedKinds = new Set<StorageFailure['kind']>()
    for (;;) {
      const credentialsResult = await credentials.get()
      if (!credentialsResult.ok) return fail({ failure: credentialsResult.error })
      const usedCredentials = credentialsResult.value
      try {
        const value = await request(client)
        hasAcceptedSignature = true
        return ok(value)
      } catch (error) {
        const failure = toStorageFailure(error, now())
        if (!isSignatureRefused(failure) || correctedKinds.has(failure.kind))
          return fail({ ...getResponseDetails(error), failure: await findCause(failure) })
        correctedKinds.add(failure.kind)
        log.warn('The object store did not accept a signature. The request is signed again', failure)
        onRetry?.({ outcome: 'signed-again', reason: failure.kind })
        // The SDK has already taken the time of the object store from the response.
        if (failure.kind === 'clock-skewed') continue
        const renewal = await credentials.renew(usedCredentials)
        if (!renewal.ok) return fail({ ...getResponseDetails(error), failure: renewal.error })
      }
    }
  }

  const query: Sender['query'] = async (request) => {
    if (!hasAcceptedSignature || refusedUrlCount >= maxRefusedUrls) return send(request)
    const credentialsResult = await credentials.get()
    if (!credentialsResult.ok) return fail({ failure: credentialsResult.error })
    // The SDK corrects the clock of each client separately.
    queryClient.config.systemClockOffset = client.config.systemClockOffset
    try {
      const value = await request(queryClient)
      refusedUrlCount = 0
      return ok(value)
    } catch (error) {
      const failure = toStorageFailure(error, now())
      if (!canConcernSignature(failure)) return fail({ ...getResponseDetails(error), failure })
      const result = await send(request)
      if (result.ok) refusedUrlCount++
      return result
    }
  }

  return { client, send, query }
}
