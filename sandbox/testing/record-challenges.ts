import * as v from 'valibot'
import { vi } from 'vitest'

const challengeSchema = v.object({
  ChallengeName: v.optional(v.string()),
  Session: v.optional(v.string()),
  ChallengeParameters: v.optional(v.record(v.string(), v.string()), {}),
})
type RecordedChallenge = v.InferOutput<typeof challengeSchema>

/**
 * Records what the user pool responds to Amplify, which hides sessions and parameters. Returns a function that
 * returns the newest challenge with a session. The spy ends with the test.
 */
export const recordChallenges = () => {
  const recorded: RecordedChallenge[] = []
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const response = await send(...request)
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    const challenge = v.safeParse(challengeSchema, body)
    if (challenge.success && challenge.output.Session !== undefined) recorded.push(challenge.output)
    return response
  })
  return () => {
    const challenge = recorded.at(-1)
    if (challenge?.Session === undefined) throw new Error('No challenge has been recorded.')
    return { ...challenge, Session: challenge.Session }
  }
}
