import type { Clock } from '../../../lib/time/clock.ts'
import { stallTimeout } from '../../../uploads/stall-watch.ts'

/** ms of sending over which speed is measured. */
const measuredTime = 5000
/** ms between two samples. */
const minSampleInterval = 100
/** ms between the first and the last sample from which there is a speed to show. */
const minMeasuredTime = 500

export type Progress = {
  /** Sets how many bytes of a part were sent so far. */
  setSent: (part: number, bytes: number) => void
  /** Removes the bytes of a part that was aborted or failed. */
  dropPart: (part: number) => void
  /** Counts the bytes of a part that the object store has acknowledged. */
  acknowledge: (part: number, bytes: number) => void
  /** Sets what the server had before this run. Those bytes do not count for the speed. */
  begin: (acknowledgedBytes: number) => void
  sentBytes: () => number
  acknowledgedBytes: () => number
  /** Bytes per second; undefined until there is something to measure, and while nothing moves. */
  speed: () => number | undefined
}

type Sample = { at: number; bytes: number }

/**
 * Remembers how much was sent at which time, for the last seconds of sending. A time in which nothing moves
 * is not measured.
 */
const createSpeedometer = (elapsed: () => number) => {
  let samples: Sample[] = []
  const isStalled = (newest: Sample | undefined) => !newest || elapsed() - newest.at >= stallTimeout
  return {
    begin: (bytes: number) => {
      samples = [{ at: elapsed(), bytes }]
    },
    add: (bytes: number) => {
      const at = elapsed()
      if (isStalled(samples.at(-1))) samples = []
      if (at - (samples.at(-1)?.at ?? -Infinity) < minSampleInterval) return
      samples.push({ at, bytes })
      const start = samples.findLastIndex((sample) => sample.at <= at - measuredTime)
      if (start > 0) samples = samples.slice(start)
    },
    current: () => {
      const [oldest] = samples
      const newest = samples.at(-1)
      if (!oldest || !newest || isStalled(newest)) return undefined
      const duration = newest.at - oldest.at
      if (duration < minMeasuredTime) return undefined
      return Math.max(0, ((newest.bytes - oldest.bytes) * 1000) / duration)
    },
  }
}

/**
 * Counts the bytes that left the device. The count never exceeds what was sent, and falls back only by the
 * parts that failed.
 */
export const createProgress = ({ elapsed }: Pick<Clock, 'elapsed'>): Progress => {
  const inFlight = new Map<number, number>()
  const speed = createSpeedometer(elapsed)
  let acknowledged = 0

  const sentBytes = () => {
    let sum = acknowledged
    for (const bytes of inFlight.values()) sum += bytes
    return sum
  }

  return {
    setSent: (part, bytes) => {
      inFlight.set(part, bytes)
      speed.add(sentBytes())
    },
    dropPart: (part) => {
      inFlight.delete(part)
    },
    acknowledge: (part, bytes) => {
      inFlight.delete(part)
      acknowledged += bytes
      speed.add(sentBytes())
    },
    begin: (acknowledgedBytes) => {
      inFlight.clear()
      acknowledged = acknowledgedBytes
      speed.begin(acknowledgedBytes)
    },
    sentBytes,
    acknowledgedBytes: () => acknowledged,
    speed: speed.current,
  }
}
