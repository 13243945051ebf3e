import type { Clock } from '../../../lib/time/clock.ts'
import { stallTimeoutMs } from '../../../uploads/stall-watch.ts'

/** The speed is measured over the last seconds of sending. */
const measuredPeriodMs = 5000
/** The least time between two samples. */
const minSampleIntervalMs = 100
/** A speed is shown only if at least this time passed between the first and the last sample. */
const minMeasuredMs = 500

/**
 * The progress of one task: how many bytes of its file were sent, and how fast. A part is acknowledged when
 * the object store has confirmed it. `part` is the number of a part, from 1.
 */
export type Progress = {
  /** Sets how many bytes of a part were sent so far. */
  setSent: (part: number, bytes: number) => void
  /** Removes the bytes of a part that was aborted or failed. */
  dropPart: (part: number) => void
  /** Counts the bytes of a part that the object store has acknowledged. */
  acknowledge: (part: number, bytes: number) => void
  /** Starts again with the bytes that the object store has already. They do not count towards the speed. */
  reset: (acknowledgedBytes: number) => void
  /** Returns the bytes that were sent, acknowledged or not. */
  getSentBytes: () => number
  /** Returns the bytes that the object store has acknowledged. */
  getAcknowledgedBytes: () => number
  /** Returns the bytes per second, or undefined until enough is sent to measure it, and during a stall. */
  getSpeed: () => number | undefined
}

/** The total of sent bytes at a time in ms of the elapsed clock. */
type Sample = { at: number; bytes: number }

/**
 * Measures the speed of the last seconds. A stall, a time without any progress, discards the samples, so that
 * it does not lower the speed that follows.
 */
const createSpeedometer = (elapsed: () => number) => {
  let samples: Sample[] = []
  const isStalled = (newest: Sample | undefined) => !newest || elapsed() - newest.at >= stallTimeoutMs
  return {
    reset: (bytes: number) => {
      samples = [{ at: elapsed(), bytes }]
    },
    add: (bytes: number) => {
      const at = elapsed()
      if (isStalled(samples.at(-1))) samples = []
      const lastSampleAt = samples.at(-1)?.at ?? -Infinity
      if (at - lastSampleAt < minSampleIntervalMs) return
      samples.push({ at, bytes })
      // Keeps one sample from before the measured period, so that the samples cover the whole period.
      const startIndex = samples.findLastIndex((sample) => sample.at <= at - measuredPeriodMs)
      if (startIndex > 0) samples = samples.slice(startIndex)
    },
    getSpeed: () => {
      const [oldest] = samples
      const newest = samples.at(-1)
      if (!oldest || !newest || isStalled(newest)) return undefined
      const durationMs = newest.at - oldest.at
      if (durationMs < minMeasuredMs) return undefined
      // A part that failed lowers the total, but a speed is never negative.
      return Math.max(0, ((newest.bytes - oldest.bytes) * 1000) / durationMs)
    },
  }
}

/**
 * Counts the bytes that left the device. The count decreases only when a part fails, because its bytes have
 * to be sent again.
 */
export const createProgress = ({ elapsed }: Pick<Clock, 'elapsed'>): Progress => {
  /** The bytes that were sent of each part that is not acknowledged, by the number of the part. */
  const unacknowledgedBytes = new Map<number, number>()
  const speedometer = createSpeedometer(elapsed)
  let acknowledgedBytes = 0

  const getSentBytes = () => {
    let sum = acknowledgedBytes
    for (const bytes of unacknowledgedBytes.values()) sum += bytes
    return sum
  }

  return {
    setSent: (part, bytes) => {
      unacknowledgedBytes.set(part, bytes)
      speedometer.add(getSentBytes())
    },
    dropPart: (part) => {
      unacknowledgedBytes.delete(part)
    },
    acknowledge: (part, bytes) => {
      unacknowledgedBytes.delete(part)
      acknowledgedBytes += bytes
      speedometer.add(getSentBytes())
    },
    reset: (bytes) => {
      unacknowledgedBytes.clear()
      acknowledgedBytes = bytes
      speedometer.reset(bytes)
    },
    getSentBytes,
    getAcknowledgedBytes: () => acknowledgedBytes,
    getSpeed: speedometer.getSpeed,
  }
}
