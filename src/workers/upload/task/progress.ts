import type { Clock } from '../../../lib/time/clock.ts'
import { stalledAfter } from '../../../uploads/stall-watch.ts'

/** ms of sending over which speed is measured. */
const window = 5000
const markInterval = 100
/** ms that have to be measured before there is a speed to show. */
const enough = 500

export type Progress = {
  /** A part has sent so many bytes. */
  sending: (part: number, bytes: number) => void
  /** A part was aborted or failed: its bytes no longer count. */
  failed: (part: number) => void
  acknowledged: (part: number, bytes: number) => void
  /** Sets what the server had before this run. Those bytes do not count for the speed. */
  begin: (acknowledgedBytes: number) => void
  sentBytes: () => number
  acknowledgedBytes: () => number
  /** Bytes per second; undefined until there is something to measure, and while nothing moves. */
  speed: () => number | undefined
}

/**
 * Remembers how much was sent at which time, for the last seconds of sending. A time in which nothing moves
 * is not measured.
 */
const createSpeed = (elapsed: () => number) => {
  let marks: { at: number; bytes: number }[] = []
  const isStalled = (last: { at: number } | undefined) => !last || elapsed() - last.at >= stalledAfter
  return {
    begin: (bytes: number) => {
      marks = [{ at: elapsed(), bytes }]
    },
    mark: (bytes: number) => {
      const at = elapsed()
      if (isStalled(marks.at(-1))) marks = []
      if (at - (marks.at(-1)?.at ?? -Infinity) < markInterval) return
      marks.push({ at, bytes })
      const old = marks.findLastIndex((one) => one.at <= at - window)
      if (old > 0) marks = marks.slice(old)
    },
    of: () => {
      const [first] = marks
      const last = marks.at(-1)
      if (!first || !last || isStalled(last) || last.at - first.at < enough) return undefined
      return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.at - first.at))
    },
  }
}

/**
 * Counts the bytes that left the device. The count never exceeds what was sent, and falls back only by the
 * parts that failed.
 */
export const createProgress = ({ elapsed }: Pick<Clock, 'elapsed'>): Progress => {
  const inFlight = new Map<number, number>()
  const speed = createSpeed(elapsed)
  let acknowledged = 0

  const sentBytes = () => {
    let sum = acknowledged
    for (const bytes of inFlight.values()) sum += bytes
    return sum
  }

  return {
    sending: (part, bytes) => {
      inFlight.set(part, bytes)
      speed.mark(sentBytes())
    },
    failed: (part) => {
      inFlight.delete(part)
    },
    acknowledged: (part, bytes) => {
      inFlight.delete(part)
      acknowledged += bytes
      speed.mark(sentBytes())
    },
    begin: (acknowledgedBytes) => {
      inFlight.clear()
      acknowledged = acknowledgedBytes
      speed.begin(acknowledgedBytes)
    },
    sentBytes,
    acknowledgedBytes: () => acknowledged,
    speed: speed.of,
  }
}
