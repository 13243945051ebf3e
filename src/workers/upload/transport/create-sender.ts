import { fail, ok } from '../../../lib/result.ts'
import { consoleLog, type Log } from '../../../platform/log.ts'
import type { Repair } from '../../../uploads/outcome-of.ts'
import type { StorageAddress } from '../../../uploads/contract.ts'
import type { StorageResult, StorageFailure } from './storage-failure.ts'
import { createAddressSigner } from './address-signer.ts'
import type { Credentials } from './credentials.ts'
import { failureOf } from './failure-of.ts'
import { refuseForeignAnswers } from './foreign-answer.ts'
import { createS3Client, type S3Client } from './s3-client.ts'
import type { S3RequestHandler } from './xhr-handler.ts'

type Send = <T>(request: (client: S3Client) => Promise<T>) => StorageResult<T>

export type Sender = {
  /** Signs in headers. */
  client: S3Client
  /** Signs in the address. */
  queryClient: S3Client
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

type Curable = Extract<StorageFailure, { kind: 'credentials-refused' | 'clock-skewed' }>

/**
 * Whether the store may accept the same request when it is signed again: with fresh credentials, or with the
 * clock time that the refusal contained.
 */
const isCurable = (failure: StorageFailure): failure is Curable =>
  failure.kind === 'credentials-refused' || failure.kind === 'clock-skewed'

/**
 * Whether a failure may concern the signature, including a refusal by a firewall. Not found and no response
 * do not concern it.
 */
const isRefusal = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' || failure.kind === 'foreign-answer' || isCurable(failure)

/** The credentials that a request is signed with. They are cached and renewed only in `credentials`. */
const currentOf =
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
  const connection = { ...options, credentials: currentOf(options) }
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
    const cured = new Set<StorageFailure['kind']>()
    for (;;) {
      const used = await credentials.get()
      if (!used.ok) return used
      try {
        const value = await request(client)
        isProven = true
        return ok(value)
      } catch (error) {
        const failure = failureOf(error, now())
        if (!isCurable(failure) || cured.has(failure.kind)) {
          // A refusal for lack of credentials does not concern this request.
          const present = failure.kind === 'refused' ? await credentials.get() : used
          return present.ok ? fail(failure) : present
        }
        cured.add(failure.kind)
        log.warn('The object store did not take a signature: the request is signed again', failure)
        onRepair?.({ outcome: 'signed-again', reason: failure.kind })
        if (failure.kind === 'clock-skewed') continue
        const fresh = await credentials.renew(used.value)
        if (!fresh.ok) return fresh
      }
    }
  }

  const query: Sender['query'] = async (request) => {
    if (!isProven || refusedAddresses >= enoughRefusals) return send(request)
    const used = await credentials.get()
    if (!used.ok) return used
    queryClient.config.systemClockOffset = client.config.systemClockOffset
    try {
      const value = await request(queryClient)
      refusedAddresses = 0
      return ok(value)
    } catch (error) {
      const failure = failureOf(error, now())
      if (!isRefusal(failure)) return fail(failure)
      const again = await send(request)
      if (again.ok) refusedAddresses++
      return again
    }
  }

  return { client, queryClient, send, query }
}
