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
  /** Does one request with the present credentials; fresh credentials or a corrected clock get it one more try each. */
  send: Send
  /**
   * The same for a question (GET, HEAD) or a POST without headers of its own: it leaves without a CORS preflight as
   * soon as the store has taken a signature of ours, and is sent the other way where it is refused.
   */
  query: Send
}

type Options = {
  address: StorageAddress
  credentials: Credentials
  requestHandler: S3RequestHandler
  now: () => number
  log?: Log
  /** Hears of each request that is signed again. */
  onRepair?: (repair: Repair) => void
}

/**
 * A store, or what stands before it, that refuses so many addresses in a row wants none. One may have been refused for
 * credentials or a clock that were cured meanwhile.
 */
const enoughRefusals = 2

type Curable = Extract<StorageFailure, { kind: 'credentials-refused' | 'clock-skewed' }>

/** Whether the same request may be taken when it is signed again: with fresh credentials, or by the clock that the refusal told. */
const isCurable = (failure: StorageFailure): failure is Curable =>
  failure.kind === 'credentials-refused' || failure.kind === 'clock-skewed'

/** A refusal may be about the signature, also that of a firewall; what was not found, or not answered, is not. */
const isRefusal = (failure: StorageFailure): boolean =>
  failure.kind === 'refused' || failure.kind === 'foreign-answer' || isCurable(failure)

/** The credentials that a request is signed with: cached, and renewed, in one place only. */
const currentOf =
  ({ credentials, log = consoleLog }: Options) =>
  async () => {
    const result = await credentials.get()
    if (result.ok) {
      const { accessKeyId, secretAccessKey, sessionToken } = result.value
      return { accessKeyId, secretAccessKey, sessionToken }
    }
    // They were there when the request began: specification §6.
    log.warn('No credentials are available: empty ones are used', { because: result.error.kind })
    return { accessKeyId: '', secretAccessKey: '' }
  }

/** Sends requests, and cures what can be cured by sending them once more. */
export const createSender = (options: Options): Sender => {
  const { credentials, now, log = consoleLog, onRepair } = options
  const connection = { ...options, credentials: currentOf(options) }
  const client = createS3Client(connection)
  const queryClient = createS3Client({ ...connection, signer: createAddressSigner(client.config) })
  for (const one of [client, queryClient])
    one.middlewareStack.add(refuseForeignAnswers, { step: 'initialize', name: 'refuseForeignAnswers' })
  /** The store has taken a signature: in headers, where it says what is wrong with one. */
  let isProven = false
  /** Addresses that were refused one after the other, and whose queries succeeded when they came by headers. */
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
          // What the store refuses for want of credentials is no refusal of this request.
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
