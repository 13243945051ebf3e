import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/use-words.ts'
import type { Words } from '../../i18n/words.ts'
import type { Entry, Wait } from '../../outbox/entry.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { EntryDetails } from './entry-details.tsx'
import styles from './outbox-screen.module.css'
import { reasonMessage } from './reasons.ts'
import { timeWordsOf, type TimeWords } from './time-words.ts'

type StateDeps = { t: Words; behind: boolean; everything: Wait | undefined; words: TimeWords }

const stateText = ({ state }: Entry, { t, behind, everything, words }: StateDeps): string => {
  if (state.is === 'needs-you') return t(reasonMessage(state.reason.code))
  if (behind) return t('outbox.state.behind')
  const wait = state.wait ?? everything
  if (!wait) return t('outbox.state.waiting')
  return t('outbox.state.nextTry', { reason: t(reasonMessage(wait.code)), time: words.time(wait.until) })
}

/** One entry that is still on this device: what it is, since when, why, and what can be done. */
export const OutboxEntry = ({
  entry,
  title,
  behind,
  everything,
  onSend,
  onDelete,
}: {
  entry: Entry
  title: string
  /** Another entry has to be sent first. */
  behind: boolean
  /** What holds every entry up. */
  everything: Wait | undefined
  /** Absent: it cannot be sent by this version of the app. */
  onSend?: () => void
  onDelete: () => void
}) => {
  const t = useWords()
  const words = timeWordsOf(useLocale().code)
  const at = entry.capturedAt.device
  return (
    <Card className={entry.state.is === 'needs-you' ? styles.attention : undefined}>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <time className={styles.time} dateTime={new Date(at).toISOString()}>
          {words.moment(at)}
        </time>
      </div>
      <p>{stateText(entry, { t, behind, everything, words })}</p>
      <Stack row gap="s">
        {onSend && (
          <Button variant="secondary" aria-label={t('outbox.sendNowThis', { title })} onClick={onSend}>
            {t('outbox.sendNow')}
          </Button>
        )}
        <Button variant="quiet" aria-label={t('outbox.deleteThis', { title })} onClick={onDelete}>
          {t('common.delete')}
        </Button>
      </Stack>
      <EntryDetails entry={entry} />
    </Card>
  )
}
