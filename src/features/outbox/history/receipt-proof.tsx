import { useEffect, useEffectEvent, useState } from 'react'
import { createTimeFormat } from '../../../i18n/time-format.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { Outbox } from '../../../outbox/outbox.ts'
import type { CheckReceipt, IsStored } from '../../../outbox/receipts/check-receipt.ts'
import type { StoredReceipt } from '../../../outbox/receipts/stored-receipt.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Detail } from '../entry-card.tsx'
import { formatEntryTitle, type SubjectTitles } from '../entry-text.ts'
import styles from '../outbox-screen.module.css'

export type ProofDeps = {
  subjects: SubjectTitles
  customer: string
  /** Checks the signature of a receipt. Resolves to undefined if it cannot be checked now. */
  checkReceipt: CheckReceipt
  /** Asks the server whether it has the entry. Resolves to undefined if it could not be asked. */
  isStored: IsStored
  outbox: Pick<Outbox, 'sendAgain' | 'snapshot'>
}
type Props = ProofDeps & { storedReceipt: StoredReceipt }

/** `unknown`: the signature cannot be checked now, or not in this browser. */
type Signature = 'checking' | 'valid' | 'invalid' | 'unknown'
/**
 * `resent`: the server has lost the entry, and this device sends it again. `missing`: it is lost, and this
 * device has no copy left to send. `unchecked`: the server could not be asked.
 */
type Presence = 'asking' | 'stored' | 'resent' | 'missing' | 'unchecked'

/**
 * Checks the signature, which proves that the server stored the entry. Also checks whether the server still
 * has the entry, and sends it again if not: since then, the server's database may have been restored from an
 * older backup.
 */
const useProof = ({ storedReceipt: { receipt }, customer, checkReceipt, isStored, outbox }: Props) => {
  const [signature, setSignature] = useState<Signature>('checking')
  const [presence, setPresence] = useState<Presence>('asking')

  const checkSignature = async (): Promise<Signature> => {
    const isValid = await checkReceipt(receipt, customer)
    if (isValid === undefined) return 'unknown'
    return isValid ? 'valid' : 'invalid'
  }
  /** Asks the server whether it has the entry. If it has lost the entry, sends it again from this device. */
  const checkOrResend = async (): Promise<Presence> => {
    const isOnServer = await isStored(receipt, customer)
    if (isOnServer === undefined) return 'unchecked'
    if (isOnServer) return 'stored'
    const isThisEntry = ({ key }: { key: string }) => key === receipt.key
    const resentCount = await outbox.sendAgain(isThisEntry)
    const isInOutbox = outbox.snapshot().entries.some(isThisEntry)
    return resentCount > 0 || isInOutbox ? 'resent' : 'missing'
  }
  const prove = useEffectEvent(() => {
    void checkSignature().then(setSignature)
    void checkOrResend().then(setPresence)
  })
  // Runs once each time the receipt is opened. With dependencies, every change in the outbox would ask the
  // server again, also a change made by sending the entry again.
  useEffect(() => prove(), [])
  return { signature, presence }
}

/** What a receipt proves: whether the server has the entry now and, for support, what exactly was signed. */
export const ReceiptProof = (props: Props) => {
  const { storedReceipt, subjects, customer } = props
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const { signature, presence } = useProof(props)
  const { receipt } = storedReceipt
  const title = formatEntryTitle(storedReceipt, { t, subjects })
  return (
    <>
      <output>
        <span>
          {t(`outbox.receipts.${signature}`, { time: dateAndTime(Date.parse(receipt.received_at)) })}
        </span>
        <br />
        <span>{t(`outbox.receipts.${presence}`)}</span>
      </output>
      <Disclosure lazy summary={t('outbox.receipts.support')} className={styles.details}>
        <dl>
          <Detail name={t('outbox.details.key')}>
            <code translate="no">{receipt.key}</code>
          </Detail>
          <Detail name={t('outbox.receipts.hash')}>
            <code translate="no">{receipt.hash}</code>
          </Detail>
          {receipt.epoch !== undefined && (
            <Detail name={t('outbox.receipts.epoch')}>
              <code translate="no">{receipt.epoch}</code>
            </Detail>
          )}
          <Detail name={t('outbox.receipts.signedBy')}>{receipt.key_id}</Detail>
          <Detail name={t('outbox.receipts.signature')}>
            <code translate="no">{receipt.signature}</code>
          </Detail>
        </dl>
        <CopyButton
          label={t('outbox.receipts.copyThis', { title })}
          getText={() => JSON.stringify({ customer, ...receipt }, undefined, 2)}
        />
      </Disclosure>
    </>
  )
}
