import * as v from 'valibot'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { parsed } from '../../lib/parsed.ts'
import type { KeyValues } from '../storage/key-values.ts'

type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** A moment by the clock of the device and by the corrected clock. */
export type Moment = {
  /** ms since epoch, by the device's clock */
  device: number
  /** ms since epoch, corrected by the server's last `Date` */
  corrected: number
  /** An IANA name such as `America/Sao_Paulo`. */
  zone: string
}

export type CorrectedClock = {
  moment: () => Promise<Moment>
  /** Wraps `fetch` and compares the server's `Date` with the device's clock. */
  observe: (fetch: Fetch) => Fetch
}

/** In ms. `Date` has whole seconds, and responses take time, so smaller differences are noise. */
const noise = 5000
/** In ms. Short, because a coach waits for the capture that reads the time. */
const maxReadingTime = 1000

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
  let offset: Promise<number> | undefined

  /** If the database does not respond, the offset is 0 until the server's next response. */
  const stored = async () =>
    parsed(
      v.number(),
      await withTimeLimit(values.read('clock-offset'), maxReadingTime).catch(() => undefined),
    ) ?? 0

  const learn = (response: Response, sent: number): void => {
    const server = Date.parse(response.headers.get('Date') ?? '')
    if (Number.isNaN(server)) return
    const took = now() - sent
    const difference = server - (sent + took / 2)
    const learned = Math.abs(difference) < noise ? 0 : Math.round(difference)
    // The clock was set meanwhile, or the page was frozen: the server's clock stood so at any time in between.
    const isAsRight = (known: number) =>
      took < 0 || (took / 2 > noise && Math.abs(known - difference) <= took / 2)
    offset = (offset ??= stored()).then((known) => {
      if (isAsRight(known)) return known
      // The offset applies even if the disk fails or does not respond.
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
