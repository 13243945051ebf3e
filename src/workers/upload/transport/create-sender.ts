import { fail, ok } from '../../../lib/result.ts'
import { consoleLog, type Log } from '../../../platform/log.ts'
import type { StorageAddress } from '../../../uploads/contract.ts'
import type { StorageResult, StorageFailure } from './storage-failure.ts'
import { createAddressSigner } from './address-signer.ts'
import type { Credentials } from './credentials.ts'
import { failureOf, type RequestFailure } from './failure-of.ts'
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
}

/** What a failure that was cured once is when it comes again. */
const incurable = (failure: RequestFailure): StorageFailure => {
  if (failure.kind === 'credentials-refused') return { kind: 'sign-in-needed' }
  if (failure.kind === 'clock-skewed') return { kind: 'refused', code: 'RequestTimeTooSkewed' }
  return failure
}

/**
 * A store, or what stands before it, that refuses so many addresses in a row wants none. One may have been refused for
 * credentials or a clock that were cured meanwhile.
 */
const enoughRefusals = 2

/** A refusal may be about the signature; what was not found, or not answered, is not. */
const isRefusal = ({ kind }: RequestFailure): boolean =>
  kind === 'refused' || kind === 'credentials-refused' || kind === 'clock-skewed'

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
  const { credentials, now } = options
  const connection = { ...options, credentials: currentOf(options) }
  const client = createS3Client(connection)
  const queryClient = createS3Client({ ...connection, signer: createAddressSigner(client.config) })
  /** The store has taken a signature: in headers, where it says what is wrong with one. */
  let isProven = false
  /** Addresses that were refused one after the other, and whose queries succeeded when they came by headers. */
  let refusedAddresses = 0

  const send: Sender['send'] = async (request) => {
    let renewed = false
    let corrected = false
    for (;;) {
      const used = await credentials.get()
      if (!used.ok) return used
      try {
        const value = await request(client)
        isProven = true
        return ok(value)
      } catch (error) {
        const failure = failureOf(error, now())
        if (failure.kind === 'credentials-refused' && !renewed) {
          renewed = true
          const fresh = await credentials.renew(used.value)
          if (!fresh.ok) return fresh
        } else if (failure.kind === 'clock-skewed' && !corrected) corrected = true
        else {
          // What the store refuses for want of credentials is no refusal of this request.
          const present = failure.kind === 'refused' ? await credentials.get() : used
          return present.ok ? fail(incurable(failure)) : present
        }
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
      if (!isRefusal(failure)) return fail(incurable(failure))
      const again = await send(request)
      if (again.ok) refusedAddresses++
      return again
    }
  }

  return { client, queryClient, send, query }
}
