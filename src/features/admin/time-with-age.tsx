import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import styles from './admin.module.css'

/** A shorter age is left out, because "0 minutes ago" would add nothing to the time. */
const minAgeMs = 60_000

/** Shows a timestamp of the server as a date and time, with how long ago it was. */
export const TimeWithAge = ({ at, now }: { at: string; now: number }) => {
  const { dateAndTime, ago } = createTimeFormat(useLocale().code)
  const time = Date.parse(at)
  const age = now - time
  return (
    <time dateTime={at}>
      <span>{dateAndTime(time)}</span>
      {age >= minAgeMs && (
        <>
          {' '}
          <span className={styles.age}>{`(${ago(age)})`}</span>
        </>
      )}
    </time>
  )
}
