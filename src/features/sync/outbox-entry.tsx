import type { ReactNode } from 'react'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Entry, Wait } from '../../outbox/entry/entry.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { CopyButton } from './copy-button.tsx'
import { EntryDetails } from './entry-details.tsx'
import styles from './outbox-screen.module.css'
import { stateText } from './state-text.ts'
import { useNow } from './use-now.ts'

type Props = {
  entry: Entry
  title: string
  /** Absent where the row above says it. */
  heading: string | undefined
  /** What the row above says of its state. */
  stateAbove: string | undefined
  /** Another entry has to be sent first. */
  behind: boolean
  /** What holds every entry up. */
  everything: Wait | undefined
  /** That nobody answered is said above, or about to change. */
  unreachableIsKnown: boolean
  /** What it says, to be copied. */
  lines: () => string[]
  /** Absent: it cannot be sent by this version of the app. */
  onSend?: () => void
  /** Absent: there is nothing a person could correct. */
  onEdit?: (() => void) | undefined
  onDelete: () => void
}

/** One entry that is still on this device: what it is, since when, why, and what can be done. */
export const OutboxEntry = (props: Props) => {
  const { entry, title, heading, stateAbove, behind, everything, unreachableIsKnown, lines } = props
  const t = useTranslate()
  const format = createTimeFormat(useLocale().code)
  const at = entry.capturedAt.device
  const state = stateText(entry, { t, behind, everything, format, now: useNow(), unreachableIsKnown })
  const text = () =>
    [
      title,
      t('outbox.copyText.captured', { time: format.moment(at) }),
      t('outbox.copyText.state', { state }),
      ...lines(),
      t('outbox.copyText.key', { key: entry.key }),
    ].join('\n')
  const Frame = frames[entry.state.is]
  return (
    <Frame>
      <div>
        {heading !== undefined && <h3 className={styles.title}>{heading}</h3>}
        <time className={styles.time} dateTime={new Date(at).toISOString()}>
          {format.moment(at)}
        </time>
      </div>
      {state !== stateAbove && <p>{state}</p>}
      <EntryButtons {...props} text={text} />
      <EntryDetails entry={entry} />
    </Frame>
  )
}

/** What needs the coach stands out; what waits is one of the entries of its row. */
const frames = {
  'needs-you': (props: { children: ReactNode }) => <Card {...props} className={styles.attention} />,
  waiting: (props: { children: ReactNode }) => <Stack {...props} className={styles.entry} />,
}

/** What can be done about an entry; its title is in every label, because the screen has many of these. */
const EntryButtons = ({ title, text, onSend, onEdit, onDelete }: Props & { text: () => string }) => {
  const t = useTranslate()
  return (
    <Stack row gap="s">
      {onSend && (
        <Button variant="secondary" aria-label={t('outbox.sendNowThis', { title })} onClick={onSend}>
          {t('outbox.sendNow')}
        </Button>
      )}
      {onEdit && (
        <Button variant="secondary" aria-label={t('outbox.editThis', { title })} onClick={onEdit}>
          {t('common.edit')}
        </Button>
      )}
      <CopyButton label={t('outbox.copyThis', { title })} textOf={text} />
      <Button variant="quiet" aria-label={t('outbox.deleteThis', { title })} onClick={onDelete}>
        {t('common.delete')}
      </Button>
    </Stack>
  )
}
