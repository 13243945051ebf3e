/** ms without a byte after which a request is a stall. It grows while there are stalls: the link may just be slow. */
const patience = { first: 30_000, most: 240_000 }
/** ms for the answer once all bytes are sent; S3 sends spaces while it puts a large object together. */
const answerTime = 120_000

/** Watches one request. */
export type Watch = {
  /** A byte is expected within the patience for stalls. */
  expectByte: () => void
  /** Everything was sent: the answer is expected. */
  expectAnswer: () => void
  /** The request ended. */
  end: () => void
}

/** Finds requests that make no progress, and is more patient after each of them until one is answered. */
export const createWatchdog = () => {
  let stallTime = patience.first
  return {
    /** There was an answer: the link is not that slow. */
    calm: () => {
      stallTime = patience.first
    },
    watch: (onStall: () => void): Watch => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stall = () => {
        stallTime = Math.min(stallTime * 2, patience.most)
        onStall()
      }
      const expectWithin = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(stall, ms)
      }
      return {
        expectByte: () => expectWithin(stallTime),
        expectAnswer: () => expectWithin(answerTime),
        end: () => clearTimeout(timer),
      }
    },
  }
}
