import { S3Client } from '@aws-sdk/client-s3'
import { fail, ok } from '../../../lib/result.ts'
import { consoleLog, type Log } from '../../../platform/log.ts'
import type { StorageAddress } from '../contract.ts'
import type { Answer, StorageFailure } from '../storage-failure.ts'
import type { Credentials } from './credentials.ts'
import { failureOf, type RequestFailure } from './failure-of.ts'

export type Sender = {
  client: S3Client
  /** Does one request with the present credentials; fresh credentials or a corrected clock get it one more try each. */
  send: <T>(request: (client: S3Client) => Promise<T>) => Answer<T>
}

type Options = {
  address: StorageAddress
  credentials: Credentials
  requestHandler: S3Client['config']['requestHandler']
  now: () => number
  log?: Log
}

/** What a failure that was cured once is when it comes again. */
const incurable = (failure: RequestFailure): StorageFailure => {
  if (failure.kind === 'credentials-refused') return { kind: 'sign-in-needed' }
  if (failure.kind === 'clock-skewed') return { kind: 'refused', code: 'RequestTimeTooSkewed' }
  return failure
}

/** An S3 client that leaves retries to its caller, and knows whose credentials it signs with. */
const createClient = ({ address, credentials, requestHandler, log = consoleLog }: Options): S3Client => {
  const { region, endpoint } = address
  return new S3Client({
    region,
    requestHandler,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    credentials: async () => {
      const answer = await credentials.get()
      if (!answer.ok) {
        // They were there when the request began: specification §6.
        log.warn('No credentials are available: empty ones are used', { because: answer.error.kind })
        return { accessKeyId: '', secretAccessKey: '' }
      }
      // "Expired" keeps the SDK from remembering them: they are kept, and renewed, in one place only.
      return { ...answer.value, expiration: new Date(0) }
    },
    maxAttempts: 1,
    // The SDK's own checksums copy the body and fail with a Blob; ours are computed in WebAssembly.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Sends requests, and cures what can be cured by sending them once more. */
export const createSender = (options: Options): Sender => {
  const { credentials, now } = options
  const client = createClient(options)

  const send: Sender['send'] = async (request) => {
    let renewed = false
    let corrected = false
    for (;;) {
      const used = await credentials.get()
      if (!used.ok) return used
      try {
        return ok(await request(client))
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

  return { client, send }
}
