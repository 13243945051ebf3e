import * as v from 'valibot'
import { forAWhile } from '../../lib/for-a-while.ts'
import { parsed } from '../../lib/parsed.ts'
import type { KeyValues } from '../storage/key-values.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** A moment as the device saw it, and as the server would have. */
export type Moment = {
  /** ms since epoch by the device's clock */
  device: number
  /** ms since epoch, corrected by what servers' clocks said last */
  corrected: number
  /** IANA name, as `America/Sao_Paulo` */
  zone: string
}

export type CorrectedClock = {
  moment: () => Promise<Moment>
  /** `fetch` that compares the server's `Date` with the device's clock. */
  observe: (fetch: Fetch) => Fetch
}

/** `Date` has no fractions of a second, and responses travel: differences below this are noise. ms */
const noise = 5000
/** ms; what waits for the time is something that a coach waits for */
const longestReading = 1000

/** Corrects a phone's clock that is minutes or years wrong; the offset outlives a restart in the dead spot. */
export const createCorrectedClock = ({
  values,
  now,
  zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone,
}: {
  values: Pick<KeyValues, 'read' | 'write'>
  now: () => number
  zone?: () => string
}): CorrectedClock => {
  let offset: Promise<number> | undefined

  /** A database that does not respond keeps nobody from knowing what time it is; the next response of the server corrects it. */
  const stored = async () =>
    parsed(v.number(), await forAWhile(values.read('clock-offset'), longestReading).catch(() => undefined)) ??
    0

  const learn = (response: Response, sent: number): void => {
    const server = Date.parse(response.headers.get('Date') ?? '')
    if (Number.isNaN(server)) return
    const difference = server - (sent + now()) / 2
    const learned = Math.abs(difference) < noise ? 0 : Math.round(difference)
    offset = (offset ??= stored()).then((known) => {
      // A disk that fails, or is silent, is no reason to be wrong until it works again.
      if (known !== learned) values.write('clock-offset', learned).catch(() => undefined)
      return learned
    })
  }

  return {
    moment: async () => {
      const device = now()
      return { device, corrected: device + (await (offset ??= stored())), zone: zone() }
    },
    observe: (fetch) => async (url, init) => {
      const sent = now()
      const response = await fetch(url, init)
      learn(response, sent)
      return response
    },
  }
}
