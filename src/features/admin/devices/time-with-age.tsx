import { createTimeFormat } from '../../../i18n/time-format.ts'
import { useLocale } from '../../../i18n/use-locale.ts'

/** In ms. A shorter age is left out: "0 minutes ago" would add nothing to the time. */
const minAgeMs = 60_000

/** A time of the server as a date, and how long ago it was. */
export const TimeWithAge = ({ at, now }: { at: string; now: number }) => {
  const { dateAndTime, ago } = createTimeFormat(useLocale().code)
  const time = Date.parse(at)
  const age = now - time >= minAgeMs ? ` (${ago(now - time)})` : ''
  return <time dateTime={at}>{`${dateAndTime(time)}${age}`}</time>
}
