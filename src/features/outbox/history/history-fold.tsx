import { Suspense, type RefObject } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { Outbox, OutboxSnapshot } from '../../../outbox/outbox.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { readJournalOnce, readReceiptsOnce } from './entry-history.ts'
import { History } from './history.tsx'
import type { ProofDeps } from './receipt-proof.tsx'

/** The history of the outbox at the time of a snapshot. */
export const HistoryFold = ({
  heading,
  snapshot,
  ...deps
}: ProofDeps & {
  outbox: Outbox
  snapshot: OutboxSnapshot
  heading: RefObject<HTMLHeadingElement | null>
}) => {
  const t = useTranslate()
  const { outbox } = deps
  const summary = (
    <h2 ref={heading} tabIndex={-1}>
      {t('outbox.journalHeading')}
    </h2>
  )
  return (
    <Disclosure lazy summary={summary}>
      <Suspense fallback={<Spinner />}>
        <History
          {...deps}
          journal={readJournalOnce(outbox, snapshot)}
          receipts={readReceiptsOnce(outbox, snapshot)}
        />
      </Suspense>
    </Disclosure>
  )
}
