import { useState } from 'react'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { CheckReceipt } from '../../outbox/receipts/check-receipt.ts'
import type { IsStored } from '../../outbox/receipts/is-stored.ts'
import type { StoredReceipt } from '../../outbox/receipts/stored-receipt.ts'
import { CopyButton } from './copy-button.tsx'
import { Detail } from './entry-details.tsx'
import { entryTitle, type Subjects } from './entry-title.ts'
import styles from './outbox-screen.module.css'

export type ProofDeps = {
  subjects: Subjects
  customer: string
  checkReceipt: CheckReceipt
  isStored: IsStored
  outbox: Pick<Outbox, 'sendAgain' | 'snapshot'>
}
type Props = ProofDeps & { stored: StoredReceipt }

type Signature = 'checking' | 'right' | 'wrong' | 'unknown'
type Presence = 'asking' | 'has' | 'lost' | 'gone' | 'unasked'

/** What the signature proves, which is what was, and what the server says now: its database may have been restored since. */
const useProof = ({ stored: { receipt }, customer, checkReceipt, isStored, outbox }: Props) => {
  const [signature, setSignature] = useState<Signature>('checking')
  const [presence, setPresence] = useState<Presence>('asking')

  const check = async () => {
    const signed = await checkReceipt(receipt, customer)
    setSignature(signed === undefined ? 'unknown' : signed ? 'right' : 'wrong')
  }
  const ask = async () => {
    const has = await isStored(receipt, customer)
    if (has !== false) return setPresence(has ? 'has' : 'unasked')
    const isIt = ({ key }: { key: string }) => key === receipt.key
    const isSent = (await outbox.sendAgain(isIt)) > 0 || outbox.snapshot().entries.some(isIt)
    setPresence(isSent ? 'lost' : 'gone')
  }
  const prove = () => {
    void check()
    void ask()
  }
  return { signature, presence, prove }
}

/** One receipt: when it was signed and, once it is opened, whether the server has the entry now. */
export const ReceiptProof = (props: Props) => {
  const { stored, subjects, customer } = props
  const t = useTranslate()
  const { moment } = createTimeFormat(useLocale().code)
  const { signature, presence, prove } = useProof(props)
  const { receipt } = stored
  const title = entryTitle(stored, { t, subjects })
  const time = moment(Date.parse(receipt.received_at))
  return (
    <details className={styles.details} onToggle={(event) => event.currentTarget.open && prove()}>
      <summary>
        <strong>{title}</strong>
        <br />
        {t('outbox.receipts.line', { time, sequence: receipt.sequence })}
      </summary>
      <output>
        {t(`outbox.receipts.${signature}`, { time })}
        <br />
        {t(`outbox.receipts.${presence}`)}
      </output>
      <dl>
        <Detail name={t('outbox.details.key')}>
          <code>{receipt.key}</code>
        </Detail>
        <Detail name={t('outbox.receipts.hash')}>
          <code>{receipt.hash}</code>
        </Detail>
        {receipt.epoch !== undefined && (
          <Detail name={t('outbox.receipts.epoch')}>
            <code>{receipt.epoch}</code>
          </Detail>
        )}
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
