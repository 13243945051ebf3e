import type { S3Client } from '@aws-sdk/client-s3'
import * as v from 'valibot'

const sdkError = v.object({
  $response: v.optional(v.object({ statusCode: v.number() })),
  $metadata: v.optional(v.object({ httpStatusCode: v.optional(v.number()) })),
})

/** Specification §8: an error that came with a 200 is a failure of the caller's request. */
const hiddenErrorStatus = 400

/**
 * Tells the HTTP status that a refusal came with. The SDK finds errors inside answers of 200 and gives them a status of its
 * own, so the answer's is remembered as it arrives.
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
