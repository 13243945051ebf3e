import { createTimeFormat } from '../../../i18n/time-format.ts'
import { useLocale } from '../../../i18n/use-locale.ts'

/** ms. "0 minutes ago" adds nothing to the time. */
const justNow = 60_000

/** A time of the server as a date, and how long ago it was. */
export const TimeWithAge = ({ at, now }: { at: string; now: number }) => {
  const { dateAndTime, ago } = createTimeFormat(useLocale().code)
  const time = Date.parse(at)
  const since = now - time >= justNow ? ` (${ago(now - time)})` : ''
  return <time dateTime={at}>{`${dateAndTime(time)}${since}`}</time>
}
