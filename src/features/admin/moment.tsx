import { timeWordsOf } from '../../i18n/time-words.ts'
import { useLocale } from '../../i18n/use-locale.ts'

/** A time of the server as a date, and how long ago it was. */
export const Moment = ({ at, now }: { at: string; now: number }) => {
  const { moment, ago } = timeWordsOf(useLocale().code)
  const time = Date.parse(at)
  return (
    <time dateTime={at}>
      {moment(time)} ({ago(Math.max(0, now - time))})
    </time>
  )
}
