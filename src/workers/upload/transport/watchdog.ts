/** ms without a byte after which a request is a stall. It grows while there are stalls: the link may just be slow. */
const stallTimeout = { first: 30_000, most: 240_000 }
/** ms in which S3 puts a large object together; it sends spaces meanwhile. */
const assemblyTimeout = 120_000
/**
 * Once a part is sent, its response is expected in so many times the longest wait of its siblings, and in ms at least. Until one of
 * them had a response, nothing is known of the line.
 */
const asSiblings = { times: 4, least: 5000 }
/** Responses of siblings that are remembered */
const remembered = 8

/** Watches one request. */
export type Watch = {
  /** A byte is expected before the stall timeout. */
  expectByte: () => void
  /** Everything was sent: the response is expected. */
  expectResponse: () => void
  /** The request ended, perhaps with a response. */
  end: (hasResponse: boolean) => void
}

/** A request with a body, one that the store needs time for, or any other. */
export type Watched = 'part' | 'assembly' | 'question'

/** Finds requests that make no progress, and waits longer after each of them until there is a response. */
export const createWatchdog = () => {
  let growth = 1
  /** ms that parts waited for their responses, the last ones */
  let waits: number[] = []
  /** The parts that wait for theirs: what their siblings experience changes their time. */
  const waiting = new Set<() => void>()

  const stallTime = () => Math.min(stallTimeout.first * growth, stallTimeout.most)
  const responseTime = () =>
    waits.length === 0
      ? stallTime()
      : Math.min(Math.max(asSiblings.least, Math.max(...waits) * asSiblings.times) * growth, stallTime())

  return {
    watch: (kind: Watched, onStall: () => void): Watch => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let sentAt: number | undefined
      const stall = () => {
        growth = Math.min(growth * 2, stallTimeout.most / stallTimeout.first)
        onStall()
      }
      const expectWithin = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(stall, ms)
      }
      const expectLikeSiblings = () => {
        if (sentAt !== undefined) expectWithin(Math.max(0, sentAt + responseTime() - performance.now()))
      }
      return {
        expectByte: () => expectWithin(stallTime()),
        expectResponse: () => {
          if (kind !== 'part') return expectWithin(kind === 'assembly' ? assemblyTimeout : stallTime())
          sentAt = performance.now()
          waiting.add(expectLikeSiblings)
          return expectLikeSiblings()
        },
        end: (hasResponse) => {
          clearTimeout(timer)
          waiting.delete(expectLikeSiblings)
          if (!hasResponse) return
          // The link is not that slow.
          growth = 1
          if (sentAt === undefined) return
          waits = [...waits.slice(1 - remembered), performance.now() - sentAt]
          for (const expectAnew of waiting) expectAnew()
        },
      }
    },
  }
}
