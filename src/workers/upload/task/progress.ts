import type { Clock } from '../../../lib/time/clock.ts'
import { stallTimeoutMs } from '../../../uploads/stall-watch.ts'

/** The speed is measured over this last period of sending. */
const measuredMs = 5000
/** The least time between two samples. */
const minSampleIntervalMs = 100
/** The least time between the first and the last sample for which a speed is shown. */
const minMeasuredMs = 500

export type Progress = {
  /** Sets how many bytes of a part were sent so far. */
  setSent: (part: number, bytes: number) => void
  /** Removes the bytes of a part that was aborted or failed. */
  dropPart: (part: number) => void
  /** Counts the bytes of a part that the object store has acknowledged. */
  acknowledge: (part: number, bytes: number) => void
  /** Sets how many bytes the object store had before this run. They do not count towards the speed. */
  begin: (acknowledgedBytes: number) => void
  sentBytes: () => number
  acknowledgedBytes: () => number
  /** Bytes per second; undefined until enough is sent to measure it, and during a stall. */
  speed: () => number | undefined
}

type Sample = { at: number; bytes: number }

/**
 * Measures the speed of the last seconds from samples of how many bytes had been sent at a time. A stall
 * discards the samples, so that it does not lower the speed after it.
 */
const createSpeedometer = (elapsed: () => number) => {
  let samples: Sample[] = []
  const isStalled = (newest: Sample | undefined) => !newest || elapsed() - newest.at >= stallTimeoutMs
  return {
    begin: (bytes: number) => {
      samples = [{ at: elapsed(), bytes }]
    },
    add: (bytes: number) => {
      const at = elapsed()
      if (isStalled(samples.at(-1))) samples = []
      if (at - (samples.at(-1)?.at ?? -Infinity) < minSampleIntervalMs) return
      samples.push({ at, bytes })
      const start = samples.findLastIndex((sample) => sample.at <= at - measuredMs)
      if (start > 0) samples = samples.slice(start)
    },
    current: () => {
      const [oldest] = samples
      const newest = samples.at(-1)
      if (!oldest || !newest || isStalled(newest)) return undefined
      const durationMs = newest.at - oldest.at
      if (durationMs < minMeasuredMs) return undefined
      return Math.max(0, ((newest.bytes - oldest.bytes) * 1000) / durationMs)
    },
  }
}

/**
 * Counts the bytes that left the device. The count decreases only when a part fails: its bytes have to be
 * sent again.
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
