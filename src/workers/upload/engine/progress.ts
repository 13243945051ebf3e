import type { Clock } from './ports.ts'

/** Speed is measured over this many ms of sending. */
const window = 5000
const markInterval = 100

export type Progress = {
  /** A part has left with so many bytes. */
  sending: (part: number, bytes: number) => void
  /** A part is cut or failed: its bytes do not count any more. */
  failed: (part: number) => void
  acknowledged: (part: number, bytes: number) => void
  /** Takes what the server had before this run, which says nothing about the speed. */
  begin: (acknowledgedBytes: number) => void
  sentBytes: () => number
  /** bytes a second; absent until there is something to measure */
  speed: () => number | undefined
}

/** Counts what left the device. Never more than was sent; falls back by no more than the parts that failed. */
export const createProgress = (clock: Pick<Clock, 'now'>): Progress => {
  const inFlight = new Map<number, number>()
  let acknowledged = 0
  let marks: { at: number; bytes: number }[] = []

  const sentBytes = () => {
    let sum = acknowledged
    for (const bytes of inFlight.values()) sum += bytes
    return sum
  }

  const mark = () => {
    const at = clock.now()
    if (at - (marks.at(-1)?.at ?? 0) < markInterval) return
    marks.push({ at, bytes: sentBytes() })
    const old = marks.findLastIndex((one) => one.at <= at - window)
    if (old > 0) marks = marks.slice(old)
  }

  return {
    sending: (part, bytes) => {
      inFlight.set(part, bytes)
      mark()
    },
    failed: (part) => {
      inFlight.delete(part)
    },
    acknowledged: (part, bytes) => {
      inFlight.delete(part)
      acknowledged += bytes
      mark()
    },
    begin: (acknowledgedBytes) => {
      inFlight.clear()
      acknowledged = acknowledgedBytes
      marks = [{ at: clock.now(), bytes: acknowledgedBytes }]
    },
    sentBytes,
    speed: () => {
      const [first] = marks
      const last = marks.at(-1)
      if (!first || !last || last.at - first.at < 500) return undefined
      return Math.max(0, ((last.bytes - first.bytes) * 1000) / (last.at - first.at))
    },
  }
}
