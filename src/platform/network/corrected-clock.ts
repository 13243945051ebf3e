import * as v from 'valibot'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { KeyValues } from '../storage/key-values.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * A moment: one point in time by two clocks, with the time zone. The device's clock is what the coach saw.
 * Only the corrected clock can be compared with the times of other devices.
 */
export type Moment = {
  /** In ms since the epoch, by the device's clock. */
  device: number
  /** In ms since the epoch, corrected by the server's last `Date`. */
  corrected: number
  /** An IANA name such as `America/Sao_Paulo`. */
  zone: string
}

export type CorrectedClock = {
  /** Resolves to the current time by both clocks, for example to record when an entry was captured. */
  moment: () => Promise<Moment>
  /** Wraps `fetch` to compare the server's `Date` with the device's clock. */
  observe: (fetch: Fetch) => Fetch
}

/** Smaller differences are ignored, because `Date` has whole seconds, and responses take time. */
const toleranceMs = 5000
/** Short, because saving an answer waits for this read. */
const readTimeoutMs = 1000
const offsetKey = 'clock-offset'

/**
 * Corrects the device's clock, which may be minutes or years off. The offset is stored, so that it is known
 * when the app starts offline.
 */
export const createCorrectedClock = ({
  values,
  now,
  zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone,
}: {
  values: Pick<KeyValues, 'read' | 'write'>
  now: () => number
  zone?: () => string
}): CorrectedClock => {
  /** In ms: what to add to the device's clock. Undefined until it is first read or measured. */
  let offset: Promise<number> | undefined

  /** Reads the offset once. If storage does not respond, the offset is 0 until the server's next response. */
  const readOffset = (): Promise<number> => {
    const read = async () => {
      const stored = withTimeLimit(values.read(offsetKey), readTimeoutMs).catch(() => undefined)
      return parseOrUndefined(v.number(), await stored) ?? 0
    }
    offset ??= read()
    return offset
  }

  /** Measures the offset from a response. `sentAt` is when its request was sent, by the device's clock. */
  const updateOffset = (response: Response, sentAt: number): void => {
    const serverTime = Date.parse(response.headers.get('Date') ?? '')
    if (Number.isNaN(serverTime)) return
    const durationMs = now() - sentAt
    // The server read its clock at some time during the request, on average in the middle.
    const differenceMs = serverTime - (sentAt + durationMs / 2)
    const measured = Math.abs(differenceMs) < toleranceMs ? 0 : Math.round(differenceMs)
    // If the device's clock was set back during the request, the measurement is useless.
    const wasClockSetBack = durationMs < 0
    // Otherwise it may be wrong by half of the duration, which is long for a request of a frozen page. A rough
    // measurement does not replace a stored offset that is within its range.
    const maxErrorMs = durationMs / 2
    const isRough = maxErrorMs > toleranceMs
    const shouldKeep = (stored: number) =>
      wasClockSetBack || (isRough && Math.abs(stored - differenceMs) <= maxErrorMs)
    offset = readOffset().then((stored) => {
      if (shouldKeep(stored)) return stored
      // The offset applies even if it cannot be stored.
      if (stored !== measured) values.write(offsetKey, measured).catch(() => undefined)
      return measured
    })
  }

  return {
    moment: async () => {
      const device = now()
      return { device, corrected: device + (await readOffset()), zone: zone() }
    },
    observe: (fetch) => async (url, init) => {
      const sentAt = now()
      const response = await fetch(url, init)
      updateOffset(response, sentAt)
      return response
    },
  }
}
