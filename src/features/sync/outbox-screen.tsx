import { Suspense, useDeferredValue, useRef } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { headsOf } from '../../outbox/delivery.ts'
import { isUnreadable, type Entry } from '../../outbox/entry.ts'
import { subjectOf } from '../../outbox/events.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useOutbox } from '../../outbox/use-outbox.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { entryTitle, type Subjects } from './entry-title.ts'
import { journalOf } from './journal-of.ts'
import { JournalTimeline } from './journal-timeline.tsx'
import { OutboxEntry } from './outbox-entry.tsx'
import styles from './outbox-screen.module.css'
import { SyncNow } from './sync-now.tsx'

/** Everything that waits on this device, why, and what happened before. */
export const OutboxScreen = ({ outbox, subjects }: { outbox: Outbox; subjects: Subjects }) => {
  const t = useWords()
  const snapshot = useOutbox(outbox)
  const history = useRef<HTMLHeadingElement>(null)
  // The old timeline stays on screen while the new one is read.
  const journal = journalOf(outbox, useDeferredValue(snapshot))
  const needsYou = snapshot.entries.filter(({ state }) => state.is === 'needs-you')
  const toSend = snapshot.entries.filter(({ state }) => state.is === 'waiting')
  // The button that had the focus left with its entry; the history begins with what became of it.
  const onRemoved = () => history.current?.focus({ preventScroll: true })

  return (
    <Page title={t('outbox.title')} intro={t('outbox.intro')}>
      <SyncNow onSync={() => outbox.deliver({ eager: true })} />
      {snapshot.storage === 'failed' && <Notice tone="error">{t('sync.storageFailed')}</Notice>}
      {snapshot.storage === 'ready' && snapshot.entries.length === 0 && (
        <EmptyState title={t('outbox.emptyTitle')}>{t('outbox.emptyBody')}</EmptyState>
      )}
      <EntryList
        heading={t('outbox.needsYouHeading')}
        entries={needsYou}
        {...{ outbox, subjects, onRemoved }}
      />
      <EntryList heading={t('outbox.toSendHeading')} entries={toSend} {...{ outbox, subjects, onRemoved }} />
      <section className={styles.list}>
        <h2 ref={history} tabIndex={-1}>
          {t('outbox.journalHeading')}
        </h2>
        <Suspense fallback={<Spinner />}>
          <JournalTimeline journal={journal} subjects={subjects} />
        </Suspense>
      </section>
    </Page>
  )
}

const EntryList = ({
  heading,
  entries,
  outbox,
  subjects,
  onRemoved,
}: {
  heading: string
  entries: readonly Entry[]
  outbox: Outbox
  subjects: Subjects
  onRemoved: () => void
}) => {
  const t = useWords()
  const { wait, customer = '', entries: all } = useOutbox(outbox)
  const heads = new Set(headsOf(all, customer).map(({ key }) => key))
  if (entries.length === 0) return null
  const storageFailed = () => {
    notify.error(t('sync.storageFailed'))
  }
  const remove = async (entry: Entry, title: string) => {
    const undo = await outbox.remove(entry.key)
    onRemoved()
    notify.blank(t('outbox.deleted', { title }), {
      action: { label: t('common.undo'), onClick: () => void undo().catch(storageFailed) },
    })
  }
  return (
    <section className={styles.list}>
      <h2>{heading}</h2>
      {entries.map((entry) => {
        const title = entryTitle({ name: entry.name, subject: subjectOf(entry) }, { t, subjects })
        return (
          <OutboxEntry
            key={entry.key}
            {...{ entry, title }}
            behind={!heads.has(entry.key)}
            everything={wait}
            {...(!isUnreadable(entry) && { onSend: () => void outbox.retry(entry.key).catch(storageFailed) })}
            onDelete={() => void remove(entry, title).catch(storageFailed)}
          />
        )
      })}
    </section>
  )
}
