/** The response of a copy to one request. */
export type Seen = { release: string; call: string; status: number; cause?: string }

/**
 * An older copy does not know a version, a question or a call. The phone waits or asks in another way
 * (decision 035).
 */
const unknownThere: ReadonlySet<number> = new Set([404, 405, 501])

/** Counts the responses that the phones received, and collects the failures. */
export const createTally = () => {
  const requests: Record<string, number> = {}
  const byCall: Record<string, number> = {}
  const failures: Seen[] = []
  let postponed = 0
  return {
    requests,
    byCall,
    failures,
    postponed: () => postponed,
    add: (seen: Seen) => {
      const { release, call, status } = seen
      requests[release] = (requests[release] ?? 0) + 1
      if (status < 400) byCall[call] = (byCall[call] ?? 0) + 1
      else if (release === 'older' && unknownThere.has(status)) postponed += 1
      else failures.push(seen)
    },
  }
}

export type Tally = ReturnType<typeof createTally>
