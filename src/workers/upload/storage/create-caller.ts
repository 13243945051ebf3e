import type { S3Client } from '@aws-sdk/client-s3'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { Log } from '../../../platform/log.ts'
import { keyPrefix } from '../../../uploads/object-key.ts'
import type { Credentials } from '../transport/credentials.ts'
import type { Sender } from '../transport/create-sender.ts'
import type { HandlerOptions } from '../transport/xhr-handler.ts'
import type { CallOptions, Place, StorageProblem, ObjectCall } from '../../../uploads/storage-calls.ts'
import { logMessage, problem, problemOf } from './storage-problem.ts'

import * as v from 'valibot'

const sdkError = v.object({
  $response: v.optional(v.object({ statusCode: v.number() })),
  $metadata: v.optional(v.object({ httpStatusCode: v.optional(v.number()) })),
})

/** Specification §8: an error that came with a 200 is a failure of the caller's request. */
const hiddenErrorStatus = 400

/**
 * Tells the HTTP status that a refusal came with. The SDK finds errors inside responses of 200 and gives them a status of its
 * own, so that of the response is remembered as it arrives.
 */
export const createStatusReader = (clients: readonly S3Client[]) => {
  const arrived = new WeakMap<object, number>()
  for (const client of clients)
    client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args)
        const { response } = result
        if (v.is(v.object({ statusCode: v.number() }), response)) arrived.set(response, response.statusCode)
        return result
      },
      { step: 'deserialize', priority: 'low', name: 'rememberStatus', override: true },
    )
  return (error: unknown): number | undefined => {
    if (!v.is(sdkError, error)) return undefined
    const { $response, $metadata } = error
    const status = $response && arrived.get($response)
    return status !== undefined && status < 300 ? hiddenErrorStatus : (status ?? $metadata?.httpStatusCode)
  }
}

type Checked<T> = Result<T, StorageProblem>

const checkLabel = (label: 'Bucket' | 'Key', value: string | undefined): Checked<string> => {
  if (value === undefined) return fail(problem('LabelMissing', { label }))
  return value === '' ? fail(problem('LabelEmpty', { label })) : ok(value)
}

const isArn = (bucket: string): boolean => /^arn:[^:]+:[^:]+:/.test(bucket)

/** The bucket of a call, if it can be one (specification §5). */
export const checkBucket = (bucket: string | undefined): Checked<string> => {
  const labelled = checkLabel('Bucket', bucket)
  if (!labelled.ok) return labelled
  return labelled.value.includes('/') && !isArn(labelled.value)
    ? fail(problem('InvalidBucketName'))
    : labelled
}

/**
 * The key of a call, if it can be one. Browsers take `.` and `..` between slashes out of every address, also percent-encoded:
 * the request would reach another object, or be refused for a signature that does not fit.
 */
export const checkKey = (key: string | undefined): Checked<string> => {
  const labelled = checkLabel('Key', key)
  if (!labelled.ok) return labelled
  return labelled.value.split('/').some((segment) => segment === '.' || segment === '..')
    ? fail(problem('DotSegment'))
    : labelled
}

type CallOutcome<T> = Promise<Result<T, StorageProblem>>
type Send<T> = (client: S3Client, options: HandlerOptions) => Promise<T>

type Request = <T>(send: Send<T>) => CallOutcome<T>

/** What a call works with, once it may begin. */
export type Calling = {
  bucket: string
  /** What stands before the keys of a place */
  prefixOf: (place: Place) => string
  /** One request; it is cut when the time of its call is over. */
  request: Request
  /** One that only reads. */
  query: Request
  /** One that is made to its end, to leave nothing behind. */
  requestToTheEnd: Request
}

type Deps = { bucket: string; sender: Sender; credentials: Credentials; log: Log }
export type Caller = <T>(options: CallOptions, work: (calling: Calling) => CallOutcome<T>) => CallOutcome<T>

/** Ends with its work, or without it when the time is over; 0 ms is no limit. */
const within = async <T>(ms: number, work: (signal: AbortSignal) => CallOutcome<T>): CallOutcome<T> => {
  const controller = new AbortController()
  const running = work(controller.signal)
  if (ms === 0) return running
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Awaited<CallOutcome<T>>>((resolve) => {
    timer = setTimeout(() => {
      resolve(fail(problem('TimeoutError', { ms })))
      controller.abort()
    }, ms)
  })
  return Promise.race([running, late]).finally(() => clearTimeout(timer))
}

/** One request of a call, and what the store said where it said no. */
const createRequest = ({ sender }: Pick<Deps, 'sender'>, said: WeakMap<StorageProblem, string>) => {
  const statusOf = createStatusReader([sender.client, sender.queryClient])
  return async <T>(way: 'send' | 'query', send: Send<T>, options: HandlerOptions = {}): CallOutcome<T> => {
    let error: unknown
    const result = await sender[way]((client) =>
      send(client, options).catch((thrown: unknown) => {
        error = thrown
        throw thrown
      }),
    )
    if (result.ok) return result
    const found = problemOf(result.error, statusOf(error))
    if (error instanceof Error) said.set(found, error.message)
    return fail(found)
  }
}

/** What every call has in common: a bucket, credentials, a time, and its failure in the log. */
export const createCaller = (deps: Deps): Caller => {
  const { credentials, log } = deps
  const said = new WeakMap<StorageProblem, string>()
  const request = createRequest(deps, said)

  const begin = async (options: CallOptions, signal: AbortSignal): CallOutcome<Calling> => {
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
      query: (send) => request('query', send, { abortSignal: signal }),
      requestToTheEnd: (send) => request('send', send),
    })
  }

  return async (options, work) => {
    const result = await within(options.timeout ?? 0, async (signal) => {
      const calling = await begin(options, signal)
      return calling.ok ? work(calling.value) : calling
    })
    if (!result.ok) {
      const { code, status, details } = result.error
      log.warn(logMessage(result.error, said.get(result.error)), { code, status, ...details })
    }
    return result
  }
}

/** A call's object, as the SDK's commands name it. */
type OnObject = Pick<Calling, 'request' | 'query'> & { target: { Bucket: string; Key: string } }

/** Does a call on one object, if its key can be one. */
export const onObject = <T>(
  caller: Caller,
  call: ObjectCall,
  work: (object: OnObject) => Promise<Result<T, StorageProblem>>,
): Promise<Result<T, StorageProblem>> =>
  caller(call, async ({ bucket, prefixOf, request, query }) => {
    const key = checkKey(call.key)
    if (!key.ok) return key
    return work({ request, query, target: { Bucket: bucket, Key: prefixOf(call) + key.value } })
  })
