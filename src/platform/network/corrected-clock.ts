import * as v from 'valibot'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { KeyValues } from '../storage/key-values.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * A time by two clocks: the device's shows what the coach saw, and the corrected one can be compared with
 * others.
 */
export type Moment = {
  /** In ms since epoch, by the device's clock. */
  device: number
  /** In ms since epoch, corrected by the server's last `Date`. */
  corrected: number
  /** An IANA name such as `America/Sao_Paulo`. */
  zone: string
}

export type CorrectedClock = {
  moment: () => Promise<Moment>
  /** Wraps `fetch` and compares the server's `Date` with the device's clock. */
  observe: (fetch: Fetch) => Fetch
}

/** In ms. `Date` has whole seconds, and responses take time, so smaller differences say nothing. */
const tolerance = 5000
/** In ms. Short, because saving an answer waits for this read. */
const readTimeout = 1000
const offsetKey = 'clock-offset'

/** Corrects a phone's clock that is minutes or years off. The offset is stored for an offline restart. */
export const createCorrectedClock = ({
  values,
  now,
  zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone,
}: {
  values: Pick<KeyValues, 'read' | 'write'>
  now: () => number
  zone?: () => string
}): CorrectedClock => {
  /** In ms: what to add to the device's clock. */
  let offset: Promise<number> | undefined

  /** Reads the offset once. If the database does not respond, it is 0 until the server's next response. */
  const readOffset = (): Promise<number> => {
    const read = async () => {
      const stored = withTimeLimit(values.read(offsetKey), readTimeout).catch(() => undefined)
      return parseOrUndefined(v.number(), await stored) ?? 0
    }
    offset ??= read()
    return offset
  }

  /** Compares the clocks by a response to a request that was sent at `sentAt`, by the device's clock. */
  const compareClocks = (response: Response, sentAt: number): void => {
    const serverTime = Date.parse(response.headers.get('Date') ?? '')
    if (Number.isNaN(serverTime)) return
    const duration = now() - sentAt
    // The server read its clock at some time during the request, on average in the middle.
    const difference = serverTime - (sentAt + duration / 2)
    const measured = Math.abs(difference) < tolerance ? 0 : Math.round(difference)
    const wasClockSetBack = duration < 0
    // A request that took long, for example because the page was frozen, measures too coarsely to replace an
    // offset that agrees with it.
    const isTooCoarse = duration / 2 > tolerance
    const shouldKeep = (stored: number) =>
      wasClockSetBack || (isTooCoarse && Math.abs(stored - difference) <= duration / 2)
    offset = readOffset().then((stored) => {
      if (shouldKeep(stored)) return stored
      // The offset applies even if the disk fails or does not respond.
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
      compareClocks(response, sentAt)
      return response
    },
  }
}
