import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countWaitingWork } from '../../outbox/count-unsent.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import type { DeliveryReport } from '../../outbox/outbox.ts'
import type { CheckReceipt, IsStored } from '../../outbox/receipts/check-receipt.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { DonePicture } from '../../ui/pictures/illustration.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { SupportCode } from '../../ui/support-code.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import type { UploadClient } from '../../uploads/contract.ts'
import { useUploadCounts } from '../../uploads/use-uploads.ts'
import styles from './outbox-screen.module.css'
import { EntryGroups } from './entry-groups.tsx'
import { EntryItems, type Deletion, type OutboxScreenDeps } from './entry-items.tsx'
import { toSubjectTitles } from './entry-text.ts'
import { HistoryFold } from './history/history-fold.tsx'
import { JustSent, useJustSent } from './just-sent.tsx'
import { OutboxNotices } from './outbox-notices.tsx'
import { SyncNow } from './sync-now.tsx'

/** One of the lists of the outbox. `count` is the number next to its heading, which hides 0. */
const EntrySection = ({
  heading,
  count,
  children,
}: {
  heading: string
  count: number
  children: ReactNode
}) => {
  const locale = useLocale()
  return (
    <section className={styles.list}>
      <h2>
        <span>{heading}</span>
        {count > 0 && <span className={styles.count}>{` ${count.toLocaleString(locale.code)}`}</span>}
      </h2>
      {children}
    </section>
  )
}

/**
 * Shows the last deleted entry, and a button to restore it. The button takes the focus, because the focused
 * button has disappeared with the entry.
 */
const DeletedEntry = ({ title, onUndo }: { title: string; onUndo: () => void }) => {
  const t = useTranslate()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.deleted}>
      <output>{t('outbox.deleted', { title })}</output>
      <Button ref={button} variant="secondary" onClick={onUndo}>
        {t('common.undo')}
      </Button>
    </div>
  )
}

const hasState =
  (state: Entry['state']['is']) =>
  (entry: Entry): boolean =>
    entry.state.is === state

type OutboxProps = OutboxScreenDeps & {
  uploads: Pick<UploadClient, 'snapshot' | 'subscribe'>
  /** Checks the signature of a receipt, which proves that the server stored an entry. */
  checkReceipt: CheckReceipt
  /** Asks the server whether it still has the entry of a receipt. */
  isStored: IsStored
  /** Whether this browser sends while the app is closed. */
  sendsWhenClosed: boolean
  /** The id of this device, if it has one. */
  device: string | undefined
  /** The form that saves the waiting entries in a file. */
  rescueForm: ReactNode
  /** Called with the result of a delivery that the coach requested. */
  onManualSync: (report: DeliveryReport) => void
}

/** The outbox, in a page or a sheet: the entries that wait on this device, why they wait, and the history. */
export const OutboxScreen = ({
  uploads,
  checkReceipt,
  isStored,
  sendsWhenClosed,
  device,
  rescueForm,
  onManualSync,
  ...deps
}: OutboxProps) => {
  const t = useTranslate()
  const { outbox, catalogue, offline } = deps
  const snapshot = useOutbox(outbox)
  const historyHeading = useRef<HTMLHeadingElement>(null)
  const { idleSnapshot, sent } = useJustSent(snapshot)
  // The previous history stays on the screen while the new one is read.
  const historySnapshot = useDeferredValue(idleSnapshot)
  const { entries, storage, customer = '' } = snapshot
  const uploadCounts = useUploadCounts(uploads, customer)
  // When the focused entry leaves the list, the focus moves to the history, where that entry is now the first.
  const onFocus = useFocusAfterRemoval(historyHeading)
  const subjects = toSubjectTitles(catalogue)
  const [lastDeletion, setLastDeletion] = useState<Deletion>()
  const syncNow = async (): Promise<DeliveryReport> => {
    // `force` also ends the waits that the server or the app has set for the next attempt.
    const report = await outbox.deliver({ force: true })
    onManualSync(report)
    return report
  }
  const undo = () => {
    lastDeletion?.undo()
    setLastDeletion(undefined)
  }
  const entriesThatNeedAction = entries.filter(hasState('needs-you'))
  const waitingEntries = entries.filter(hasState('waiting'))
  const isEmpty = storage === 'ready' && entries.length === 0 && uploadCounts.unfinished === 0
  const listProps = { ...deps, onDeleted: setLastDeletion }

  return (
    <>
      {!isEmpty && <p className={styles.intro}>{t('outbox.intro')}</p>}
      <SyncNow
        pending={snapshot}
        offline={offline}
        onSync={syncNow}
        focusAfter={historyHeading}
        fallback={sent && <JustSent {...sent} unsent={entries} subjects={subjects} />}
      />
      <OutboxNotices snapshot={snapshot} sendsWhenClosed={sendsWhenClosed} uploads={uploadCounts} />
      {isEmpty && (
        <EmptyState title={t('outbox.emptyTitle')} picture={<DonePicture />}>
          <p>{t('outbox.emptyBody')}</p>
        </EmptyState>
      )}
      <div className={styles.entries} onFocus={onFocus}>
        {lastDeletion && <DeletedEntry key={lastDeletion.key} title={lastDeletion.title} onUndo={undo} />}
        {entriesThatNeedAction.length > 0 && (
          <EntrySection heading={t('outbox.needsYouHeading')} count={entriesThatNeedAction.length}>
            <EntryItems {...listProps} entries={entriesThatNeedAction} />
          </EntrySection>
        )}
        {/* The number leaves out events that the app records automatically, for example progress. */}
        {waitingEntries.length > 0 && (
          <EntrySection heading={t('outbox.toSendHeading')} count={countWaitingWork(snapshot)}>
            <EntryGroups {...listProps} entries={waitingEntries} />
          </EntrySection>
        )}
      </div>
      <div className={styles.folds}>
        {entries.length > 0 && (
          <Disclosure lazy summary={<h2>{t('rescue.title')}</h2>}>
            {rescueForm}
          </Disclosure>
        )}
        <HistoryFold
          heading={historyHeading}
          snapshot={historySnapshot}
          subjects={subjects}
          customer={customer}
          checkReceipt={checkReceipt}
          isStored={isStored}
          outbox={outbox}
        />
      </div>
      {device !== undefined && <SupportCode device={device} />}
    </>
  )
}
