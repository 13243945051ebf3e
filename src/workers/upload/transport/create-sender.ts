import { fail, ok, type Result } from '../../../lib/result.ts'
import { consoleLog, type Log } from '../../../platform/log.ts'
import type { Repair } from '../../../uploads/outcome-of.ts'
import type { StorageAddress } from '../../../uploads/contract.ts'
import type { StorageFailure } from './storage-failure.ts'
import type { Credentials } from './credentials.ts'
import { storageFailureOf, responseOf, type FailedRequest } from './storage-failure-of.ts'
import { refuseForeignAnswers } from './foreign-answer.ts'
import { createS3Client, type S3Client } from './s3-client.ts'
import type { S3RequestHandler } from './xhr-handler.ts'
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner'
import type { RequestSigner } from '@smithy/types'

/**
 * Signs in the address instead of in headers. A browser sends such a request at once; with a signature in
 * headers it would send a CORS preflight first, which costs one round trip for every new address. Valid for
 * 900 s (specification §9).
 */
const createAddressSigner = (config: S3Client['config']): RequestSigner => {
  const presigner = new S3RequestPresigner(config)
  return {
    sign: (request, options) => {
      // The header is only informative, and makes a browser send a preflight.
      delete request.headers['content-type']
      return presigner.presign(request, options)
    },
  }
}

type Send = <T>(request: (client: S3Client) => Promise<T>) => Promise<Result<T, FailedRequest>>

export type Sender = {
  /** The client that signs in headers. */
  client: S3Client
  /**
   * Sends one request with the current credentials. Retries once with fresh credentials and once with a
   * corrected clock.
   */
  send: Send
  /**
   * Like `send`, for a request that reads (GET, HEAD) or a POST without headers of its own. Once the store
   * has accepted a signature, the request is signed in its address and needs no CORS preflight. If the store
   * refuses it, it is sent again with a signature in headers.
   */
  query: Send
}

type Options = {
  address: StorageAddress
  credentials: Credentials
  requestHandler: S3RequestHandler
  now: () => number
  log?: Log
  /** Called for each request that is signed again. */
  onRepair?: (repair: Repair) => void
}

/**
 * After so many consecutive refusals of signed addresses, the store or a proxy before it does not accept
 * them. A single refusal may have come from credentials or a clock that were corrected meanwhile.
 */
const enoughRefusals = 2

type Correctable = Extract<StorageFailure, { kind: 'credentials-refused' | 'clock-skewed' }>

/**
 * Whether the store may accept the same request when it is signed again: with fresh credentials, or with the
 * clock time that the refusal contained.
 */
const isCorrectable = (failure: StorageFailure): failure is Correctable =>
  failure.kind === 'credentials-refused' || failure.kind === 'clock-skewed'

/**
 * Whether a failure may concern the signature, including a refusal by a firewall. Not found and no response
 * do not concern it.
 */
const isRefusal = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' || failure.kind === 'foreign-answer' || isCorrectable(failure)

/** The credentials that a request is signed with. They are cached and renewed only in `credentials`. */
const createCredentialsProvider =
  ({ credentials, log = consoleLog }: Options) =>
  async () => {
    const result = await credentials.get()
    if (result.ok) {
      const { accessKeyId, secretAccessKey, sessionToken } = result.value
      return { accessKeyId, secretAccessKey, sessionToken }
    }
    // They existed when the request began: specification §6.
    log.warn('No credentials are available: empty ones are used', { because: result.error.kind })
    return { accessKeyId: '', secretAccessKey: '' }
  }

/** Sends requests, and corrects what can be corrected by sending them once more. */
export const createSender = (options: Options): Sender => {
  const { credentials, now, log = consoleLog, onRepair } = options
  const connection = { ...options, credentials: createCredentialsProvider(options) }
  const client = createS3Client(connection)
  const queryClient = createS3Client({ ...connection, signer: createAddressSigner(client.config) })
  for (const one of [client, queryClient])
    one.middlewareStack.add(refuseForeignAnswers, { step: 'initialize', name: 'refuseForeignAnswers' })
  /**
   * Whether the store has accepted a signature in headers. There, a refusal says what is wrong with a
   * signature.
   */
  let isProven = false
  /** Consecutive signed addresses that were refused although the same queries succeeded with headers. */
  let refusedAddresses = 0

  const send: Sender['send'] = async (request) => {
    const corrected = new Set<StorageFailure['kind']>()
    for (;;) {
      const used = await credentials.get()
      if (!used.ok) return fail({ failure: used.error })
      try {
        const value = await request(client)
        isProven = true
        return ok(value)
      } catch (error) {
        const failure = storageFailureOf(error, now())
        if (!isCorrectable(failure) || corrected.has(failure.kind)) {
          // A refusal for lack of credentials does not concern this request.
          const present = failure.kind === 'refused' ? await credentials.get() : used
          return fail({ ...responseOf(error), failure: present.ok ? failure : present.error })
        }
        corrected.add(failure.kind)
        log.warn('The object store did not take a signature: the request is signed again', failure)
        onRepair?.({ outcome: 'signed-again', reason: failure.kind })
        if (failure.kind === 'clock-skewed') continue
        const fresh = await credentials.renew(used.value)
        if (!fresh.ok) return fail({ ...responseOf(error), failure: fresh.error })
      }
    }
  }

  const query: Sender['query'] = async (request) => {
    if (!isProven || refusedAddresses >= enoughRefusals) return send(request)
    const used = await credentials.get()
    if (!used.ok) return fail({ failure: used.error })
    queryClient.config.systemClockOffset = client.config.systemClockOffset
    try {
      const value = await request(queryClient)
      refusedAddresses = 0
      return ok(value)
    } catch (error) {
      const failure = storageFailureOf(error, now())
      if (!isRefusal(failure)) return fail({ ...responseOf(error), failure })
      const again = await send(request)
      if (again.ok) refusedAddresses++
      return again
    }
  }

  return { client, send, query }
}
