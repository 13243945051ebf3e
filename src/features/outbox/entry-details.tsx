import type { ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { Fold } from '../../ui/layout/fold.tsx'
import styles from './outbox-screen.module.css'
import { reasonMessage } from './reasons.ts'
import { createTimeFormat } from '../../i18n/time-format.ts'

/** Details for support: the key, the attempts and the server's last response. */
export const EntryDetails = ({ entry }: { entry: Entry }) => {
  const t = useTranslate()
  const { moment } = createTimeFormat(useLocale().code)
  const last = entry.attempts.at(-1)
  const refused = entry.state.is === 'needs-you' ? entry.state.reason : undefined
  return (
    <Fold className={styles.details} summary={t('common.details')}>
      <dl>
        <Detail name={t('outbox.details.key')}>
          <code translate="no">{entry.key}</code>
        </Detail>
        <Detail name={t('outbox.details.sequence')}>{entry.seq}</Detail>
        <Detail name={t('outbox.details.tries')}>{entry.tries}</Detail>
        {last && (
          <Detail name={t('outbox.details.lastAnswer')}>
            {`${moment(last.at)}: ${t(reasonMessage(last.code))}${last.status > 0 ? ` (HTTP ${last.status})` : ''}`}
          </Detail>
        )}
        {refused?.path !== undefined && <Detail name={t('outbox.details.field')}>{refused.path}</Detail>}
        {last?.requestId !== undefined && (
          <Detail name={t('outbox.details.request')}>
            <code translate="no">{last.requestId}</code>
          </Detail>
        )}
      </dl>
    </Fold>
  )
}

export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
