import type { S3Client } from '@aws-sdk/client-s3'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import { keyPrefix } from '../../../uploads/object-key.ts'
import type { Credentials } from '../transport/credentials.ts'
import type { Sender } from '../transport/create-sender.ts'
import type { HandlerOptions } from '../transport/xhr-handler.ts'
import { checkBucket } from './check-call.ts'
import type { CallOptions, Place, StorageProblem } from '../../../uploads/storage-contract.ts'
import { englishOf, problem, problemOf } from './problems.ts'
import { createStatusReader } from './read-status.ts'

type Answered<T> = Promise<Result<T, StorageProblem>>
type Send<T> = (client: S3Client, options: HandlerOptions) => Promise<T>

type Request = <T>(send: Send<T>) => Answered<T>

/** What a call works with, once it may begin. */
export type Calling = {
  bucket: string
  /** What stands before the keys of a place */
  prefixOf: (place: Place) => string
  /** One request; it is cut when the time of its call is over. */
  request: Request
  /** One that only asks. */
  ask: Request
  /** One that is made to its end, to leave nothing behind. */
  requestToTheEnd: Request
}

type Deps = { bucket: string; sender: Sender; credentials: Credentials; log: Log }
export type Caller = <T>(options: CallOptions, work: (calling: Calling) => Answered<T>) => Answered<T>

/** Ends with its work, or without it when the time is over; 0 ms is no limit. */
const within = async <T>(ms: number, work: (signal: AbortSignal) => Answered<T>): Answered<T> => {
  const controller = new AbortController()
  const running = work(controller.signal)
  if (ms === 0) return running
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Awaited<Answered<T>>>((resolve) => {
    timer = setTimeout(() => {
      resolve(fail(problem('TimeoutError', { ms })))
      controller.abort()
    }, ms)
  })
  return Promise.race([running, late]).finally(() => clearTimeout(timer))
}

/** One request of a call, and what the store said where it said no. */
const createRequest = ({ sender }: Pick<Deps, 'sender'>, said: WeakMap<StorageProblem, string>) => {
  const statusOf = createStatusReader([sender.client, sender.asking])
  return async <T>(way: 'send' | 'ask', send: Send<T>, options: HandlerOptions = {}): Answered<T> => {
    let error: unknown
    const answer = await sender[way]((client) =>
      send(client, options).catch((thrown: unknown) => {
        error = thrown
        throw thrown
      }),
    )
    if (answer.ok) return answer
    const found = problemOf(answer.error, statusOf(error))
    if (error instanceof Error) said.set(found, error.message)
    return fail(found)
  }
}

/** What every call has in common: a bucket, credentials, a time, and its failure in the log. */
export const createCaller = (deps: Deps): Caller => {
  const { credentials, log } = deps
  const said = new WeakMap<StorageProblem, string>()
  const request = createRequest(deps, said)

  const begin = async (options: CallOptions, signal: AbortSignal): Answered<Calling> => {
    const bucket = checkBucket('bucket' in options ? options.bucket : deps.bucket)
    if (!bucket.ok) return bucket
    const present = await credentials.get()
    if (!present.ok) return fail(problemOf(present.error))
    const { identityId } = present.value
    const prefixOf = (place: Place) => keyPrefix(place, identityId)
    return ok({
      bucket: bucket.value,
      prefixOf,
      request: (send) => request('send', send, { abortSignal: signal }),
      ask: (send) => request('ask', send, { abortSignal: signal }),
      requestToTheEnd: (send) => request('send', send),
    })
  }

  return async (options, work) => {
    const answer = await within(options.timeout ?? 0, async (signal) => {
      const calling = await begin(options, signal)
      return calling.ok ? work(calling.value) : calling
    })
    if (!answer.ok) {
      const { code, status, details } = answer.error
      log.warn(englishOf(answer.error, said.get(answer.error)), { code, status, ...details })
    }
    return answer
  }
}
