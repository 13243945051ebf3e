import { use, useState } from 'react'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { CheckReceipt } from '../../outbox/receipts/check-receipt.ts'
import type { StoredReceipt } from '../../outbox/receipts/stored-receipt.ts'
import { useShowMore } from '../../ui/show-more.tsx'
import { CopyButton } from './copy-button.tsx'
import { Detail } from './entry-details.tsx'
import { entryTitle, type Subjects } from './entry-title.ts'
import styles from './outbox-screen.module.css'

/** Receipts shown at first, and with every press for more */
const step = 10

type Props = { subjects: Subjects; customer: string; checkReceipt: CheckReceipt }

/** What the server signed for: a coach's proof that it arrived. */
export const ReceiptList = ({ receipts, ...rest }: Props & { receipts: Promise<StoredReceipt[]> }) => {
  const t = useTranslate()
  const stored = use(receipts)
  const { shown, more } = useShowMore(stored, { step, label: () => t('common.showMore') })
  if (stored.length === 0) return null
  return (
    <section className={styles.list}>
      <h2>{t('outbox.receipts.heading')}</h2>
      <p>{t('outbox.receipts.intro')}</p>
      {shown.map((one) => (
        <Proof key={one.receipt.key} stored={one} {...rest} />
      ))}
      {more}
    </section>
  )
}

type Checked = 'checking' | 'right' | 'wrong' | 'unknown'

const verdict = (signed: boolean | undefined): Checked =>
  signed === undefined ? 'unknown' : signed ? 'right' : 'wrong'

const Proof = ({ stored, subjects, customer, checkReceipt }: Props & { stored: StoredReceipt }) => {
  const t = useTranslate()
  const { moment } = createTimeFormat(useLocale().code)
  const [checked, setChecked] = useState<Checked>('checking')
  const { receipt } = stored
  const title = entryTitle(stored, { t, subjects })
  const received = moment(Date.parse(receipt.received_at))
  const check = async () => setChecked(verdict(await checkReceipt(receipt, customer)))
  return (
    <details className={styles.details} onToggle={(event) => event.currentTarget.open && void check()}>
      <summary>
        <strong>{title}</strong>
        <br />
        {t('outbox.receipts.line', { time: received, sequence: receipt.sequence })}
      </summary>
      <output>{t(`outbox.receipts.${checked}`)}</output>
      <dl>
        <Detail name={t('outbox.details.key')}>
          <code>{receipt.key}</code>
        </Detail>
        <Detail name={t('outbox.receipts.hash')}>
          <code>{receipt.hash}</code>
        </Detail>
        <Detail name={t('outbox.receipts.signedBy')}>{receipt.key_id}</Detail>
        <Detail name={t('outbox.receipts.signature')}>
          <code>{receipt.signature}</code>
        </Detail>
      </dl>
      <CopyButton
        label={t('outbox.receipts.copyThis', { title })}
        textOf={() => JSON.stringify({ customer, ...receipt }, undefined, 2)}
      />
    </details>
  )
}
