/** A request of a phone: its call, the release of the instance that responded, and the response's status. */
export type RequestOutcome = { release: string; call: string; status: number; cause?: string }

/**
 * Statuses that are not failures if an older instance sends them. It does not implement the call, or the version
 * of its data, yet. The phone waits or falls back to an older call (decision 035).
 */
const statusesOfUnknownCalls: ReadonlySet<number> = new Set([404, 405, 501])

/** Counts the responses that the phones received, and collects the failures. */
export const createTally = () => {
  const countByRelease: Record<string, number> = {}
  const countByCall: Record<string, number> = {}
  const failures: RequestOutcome[] = []
  let postponedCount = 0
  return {
    /** The number of requests by release. */
    countByRelease,
    /** The number of successful requests by call. */
    countByCall,
    failures,
    /** The number of requests that an older instance did not implement yet. */
    get postponedCount() {
      return postponedCount
    },
    add: (outcome: RequestOutcome) => {
      const { release, call, status } = outcome
      countByRelease[release] = (countByRelease[release] ?? 0) + 1
      if (status < 400) countByCall[call] = (countByCall[call] ?? 0) + 1
      else if (release === 'older' && statusesOfUnknownCalls.has(status)) postponedCount += 1
      else failures.push(outcome)
    },
  }
}

export type Tally = ReturnType<typeof createTally>
