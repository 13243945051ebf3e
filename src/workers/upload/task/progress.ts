import type { Clock } from '../../../lib/time/clock.ts'
import { stallTimeoutMs } from '../../../uploads/stall-watch.ts'

/** The speed is measured over this last period of sending. */
const measuredMs = 5000
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
  /** Sets how many bytes the object store had before this run. They do not count towards the speed. */
  begin: (acknowledgedBytes: number) => void
  /** Returns the bytes that were sent, acknowledged or not. */
  sentBytes: () => number
  /** Returns the bytes that the object store has acknowledged. */
  acknowledgedBytes: () => number
  /** Returns the bytes per second, or undefined until enough is sent to measure it, and during a stall. */
  speed: () => number | undefined
}

type Sample = { at: number; bytes: number }

/**
 * Measures the speed of the last seconds. Each sample is the total of sent bytes at a time in ms. A stall, a
 * time without any progress, discards the samples, so that it does not lower the speed that follows.
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
      const lastSampleAt = samples.at(-1)?.at ?? -Infinity
      if (at - lastSampleAt < minSampleIntervalMs) return
      samples.push({ at, bytes })
      // Keeps one sample from before the measured period, where the period starts.
      const startIndex = samples.findLastIndex((sample) => sample.at <= at - measuredMs)
      if (startIndex > 0) samples = samples.slice(startIndex)
    },
    current: () => {
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
  const inFlight = new Map<number, number>()
  const speed = createSpeedometer(elapsed)
  /** In bytes. */
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
