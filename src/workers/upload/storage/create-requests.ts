import * as v from 'valibot'
import { fail } from '../../../lib/result.ts'
import type { CallResult, StorageProblem } from '../../../stored-files/storage-calls.ts'
import type { Sender } from '../transport/create-sender.ts'
import type { S3Client } from '../transport/s3-client.ts'
import { problemOf } from './storage-problem.ts'

const sdkError = v.object({
  $response: v.optional(v.object({ statusCode: v.number() })),
  $metadata: v.optional(v.object({ httpStatusCode: v.optional(v.number()) })),
})

/** Specification §8: an error inside a response with status 200 counts as a bad request of the caller. */
const hiddenErrorStatus = 400

/**
 * Reads the HTTP status of a refusal. The SDK finds errors inside 200 responses and gives them another
 * status, so the status of the response is remembered when it arrives.
 */
const createStatusReader = (clients: readonly S3Client[]) => {
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

/**
 * Sends the requests of the calls. A failure becomes a problem, and the message of the service is kept for
 * the log.
 */
export const createRequests = (sender: Sender) => {
  const statusOf = createStatusReader([sender.client, sender.queryClient])
  const messages = new WeakMap<StorageProblem, string>()

  const send = async <T>(way: 'send' | 'query', request: (client: S3Client) => Promise<T>): CallResult<T> => {
    let error: unknown
    const result = await sender[way]((client) =>
      request(client).catch((thrown: unknown) => {
        error = thrown
        throw thrown
      }),
    )
    if (result.ok) return result
    const found = problemOf(result.error, statusOf(error))
    if (error instanceof Error) messages.set(found, error.message)
    return fail(found)
  }

  return { send, serviceMessage: (problem: StorageProblem) => messages.get(problem) }
}
