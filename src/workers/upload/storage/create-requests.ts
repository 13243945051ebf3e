import * as v from 'valibot'
import { fail } from '../../../lib/result.ts'
import type { CallResult, StorageProblem } from '../../../uploads/storage-calls.ts'
import type { Sender } from '../transport/create-sender.ts'
import type { S3Client } from '../transport/s3-client.ts'
import { problemOf } from './storage-problem.ts'

const sdkError = v.object({
  $response: v.optional(v.object({ statusCode: v.number() })),
  $metadata: v.optional(v.object({ httpStatusCode: v.optional(v.number()) })),
})

/** Specification §8: an error that came with a 200 is a failure of the caller's request. */
const hiddenErrorStatus = 400

/**
 * Reads the HTTP status that a refusal came with. The SDK finds errors inside responses of 200 and gives them a status
 * of its own, so that of the response is remembered as it arrives.
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

/** The requests of the calls: what fails becomes a problem, beside the message that the service has for it. */
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
