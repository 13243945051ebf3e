import { use } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { StoredReceipt } from '../../outbox/receipts/stored-receipt.ts'
import { useShowMore } from '../../ui/show-more.tsx'
import styles from './outbox-screen.module.css'
import { ReceiptProof, type ProofDeps } from './receipt-proof.tsx'

/** Receipts shown at first, and with every press for more */
const step = 10

/** What the server signed for: a coach's proof that it arrived. */
export const ReceiptList = ({ receipts, ...rest }: ProofDeps & { receipts: Promise<StoredReceipt[]> }) => {
  const t = useTranslate()
  const stored = use(receipts)
  const { shown, more } = useShowMore(stored, { step, label: () => t('common.showMore') })
  if (stored.length === 0) return null
  return (
    <section className={styles.list}>
      <h2>{t('outbox.receipts.heading')}</h2>
      <p>{t('outbox.receipts.intro')}</p>
      {shown.map((one) => (
        <ReceiptProof key={one.receipt.key} stored={one} {...rest} />
      ))}
      {more}
    </section>
  )
}
