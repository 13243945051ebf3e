import { errors } from '../../contract/errors.ts'
import type { DeviceStatement } from '../../contract/product-api/device-statement.ts'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Translate } from '../../i18n/translate.ts'
import { isKnownEvent, knownEvents } from '../../outbox/events/events.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import styles from './rescue.module.css'
import type { ImportedEntry, ImportProgress } from './import-rescue.ts'

const countOutcomes = (done: readonly ImportedEntry[], kind: ImportedEntry['outcome']['kind']): number =>
  done.filter(({ outcome }) => outcome.kind === kind).length

const formatOutcome = (outcome: ImportedEntry['outcome'], t: Translate): string => {
  if (outcome.kind !== 'refused') return t(`rescue.import.${outcome.kind}`, { sequence: outcome.sequence })
  const { code } = outcome.failure
  return t('rescue.import.refused', { code, reason: t(errors[code].message) })
}

/** The outcome of every entry of a rescue file. */
export const ImportResult = ({
  progress: { count, done, stopped },
  unreadableCount,
  statement,
  busy,
}: {
  progress: ImportProgress
  /** The number of entries that neither the phone nor this version of the app could read. */
  unreadableCount: number
  /** The statement that proves which device the file comes from, or undefined if nothing proves it. */
  statement: DeviceStatement | undefined
  busy: boolean
}) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const refusedCount = countOutcomes(done, 'refused')
  // `stopped` is not enough: an unexpected error ends the import without setting it.
  const isPartial = done.length < count
  const counts = {
    accepted: countOutcomes(done, 'accepted'),
    known: countOutcomes(done, 'known'),
    refused: refusedCount,
  }
  return (
    <Stack>
      {busy ? (
        <Notice tone="info">{t('rescue.import.delivering', { done: done.length, count })}</Notice>
      ) : (
        <Notice tone={isPartial || refusedCount > 0 ? 'warning' : 'success'}>
          {isPartial && <p>{t('rescue.import.partial', { done: done.length, count })}</p>}
          <p>{t('rescue.import.summary', counts)}</p>
          {stopped && <p>{t('rescue.import.stopped', { reason: t(errors[stopped.code].message) })}</p>}
        </Notice>
      )}
      <p>
        {statement
          ? t('rescue.import.proven', {
              device: statement.device,
              time: dateAndTime(Date.parse(statement.stated_at)),
            })
          : t('rescue.import.unproven')}
      </p>
      <h2>{t('rescue.import.results')}</h2>
      <ol className={styles.results}>
        {done.map(({ entry: { key, name }, outcome }) => (
          <li key={key}>
            <strong>{isKnownEvent(name) ? t(knownEvents[name].getTitle(undefined)) : name}</strong>
            <span>{formatOutcome(outcome, t)}</span>
            <code translate="no">{key}</code>
          </li>
        ))}
        {unreadableCount > 0 && <li>{`${t('rescue.import.unreadable')} (${unreadableCount})`}</li>}
      </ol>
    </Stack>
  )
}
