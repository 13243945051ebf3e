/** ms without a byte after which a request is a stall. It grows while there are stalls: the link may just be slow. */
const stallTimeout = { first: 30_000, most: 240_000 }
/** ms for the response once all bytes are sent; S3 sends spaces while it puts a large object together. */
const responseTimeout = 120_000

/** Watches one request. */
export type Watch = {
  /** A byte is expected before the stall timeout. */
  expectByte: () => void
  /** Everything was sent: the response is expected. */
  expectResponse: () => void
  /** The request ended. */
  end: () => void
}

/** Finds requests that make no progress, and waits longer after each of them until there is a response. */
export const createWatchdog = () => {
  let stallTime = stallTimeout.first
  return {
    /** There was a response: the link is not that slow. */
    calm: () => {
      stallTime = stallTimeout.first
    },
    watch: (onStall: () => void): Watch => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stall = () => {
        stallTime = Math.min(stallTime * 2, stallTimeout.most)
        onStall()
      }
      const expectWithin = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(stall, ms)
      }
      return {
        expectByte: () => expectWithin(stallTime),
        expectResponse: () => expectWithin(responseTimeout),
        end: () => clearTimeout(timer),
      }
    },
  }
}
