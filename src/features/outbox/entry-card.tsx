import type { ReactNode } from 'react'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Entry, Wait } from '../../outbox/entry/entry.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { outdentedButtonClass } from '../../ui/outdented-button.ts'
import styles from './outbox-screen.module.css'
import { formatEntryState } from './state-text.ts'
import { useNow } from './use-now.ts'
import { getEntryReasonMessage, getReasonMessage } from './reason-messages.ts'

/** A row of technical details. */
export const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Details for support: the key, the attempts and the server's last response. */
const EntryDetails = ({ entry }: { entry: Entry }) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const lastAttempt = entry.attempts.at(-1)
  // The status is 0 if there was no response.
  const httpStatus = lastAttempt && lastAttempt.status > 0 ? ` (HTTP ${lastAttempt.status})` : ''
  const actionReason = entry.state.is === 'needs-you' ? entry.state.reason : undefined
  return (
    <Disclosure className={styles.details} summary={t('common.details')}>
      <dl>
        <Detail name={t('outbox.details.key')}>
          <code translate="no">{entry.key}</code>
        </Detail>
        <Detail name={t('outbox.details.sequence')}>{entry.seq}</Detail>
        <Detail name={t('outbox.details.tries')}>{entry.tries}</Detail>
        {lastAttempt && (
          <Detail name={t('outbox.details.lastAnswer')}>
            {`${dateAndTime(lastAttempt.at)}: ${t(getReasonMessage(lastAttempt.code))}${httpStatus}`}
          </Detail>
        )}
        {actionReason?.path !== undefined && (
          <Detail name={t('outbox.details.field')}>{actionReason.path}</Detail>
        )}
        {lastAttempt?.requestId !== undefined && (
          <Detail name={t('outbox.details.request')}>
            <code translate="no">{lastAttempt.requestId}</code>
          </Detail>
        )}
      </dl>
    </Disclosure>
  )
}

/** The frame of an entry by its state. An entry on which the coach must act stands out. */
const frames = {
  'needs-you': (props: { children: ReactNode }) => <Card {...props} className={styles.attention} />,
  waiting: (props: { children: ReactNode }) => <Stack {...props} className={styles.entry} />,
}

type Props = {
  entry: Entry
  /** The title for the labels of the buttons and for the copied text. */
  title: string
  /** What the card shows as its heading. Undefined if the row of the group, above the card, shows it. */
  heading: string | undefined
  /** The state in the row of its group, above the card. The card does not repeat it. */
  groupState: string | undefined
  /** Whether another entry has to be sent first. */
  waitsForOther: boolean
  /** The wait of the whole outbox, which delays every entry. */
  outboxWait: Wait | undefined
  /**
   * Whether to hide that the server did not respond, because the screen already shows it elsewhere or the app
   * is sending at this moment.
   */
  shouldHideUnreachableReason: boolean
  /** Lists the content of the entry as lines of text, to be copied. */
  getLines: () => string[]
  /** Undefined if this version of the app cannot send the entry. */
  onSend?: (() => void) | undefined
  /** Undefined if there is nothing that the coach could correct. */
  onEdit?: (() => void) | undefined
  onDelete: () => void
}

/**
 * The actions on an entry: first those that get it to the server. A refused entry is corrected first, if that is
 * possible, because it would be refused again. Every label contains its title, because the screen has many of these buttons.
 */
const EntryButtons = ({
  entry,
  title,
  getText,
  onSend,
  onEdit,
  onDelete,
}: Props & { getText: () => string }) => {
  const t = useTranslate()
  const editVariant = entry.state.is === 'needs-you' ? 'primary' : 'secondary'
  return (
    <Stack gap="s">
      {(onEdit || onSend) && (
        <Stack row gap="s">
          {onEdit && (
            <Button variant={editVariant} aria-label={t('outbox.editThis', { title })} onClick={onEdit}>
              {t('common.edit')}
            </Button>
          )}
          {onSend && (
            <Button variant="secondary" aria-label={t('outbox.sendNowThis', { title })} onClick={onSend}>
              {t('outbox.sendNow')}
            </Button>
          )}
        </Stack>
      )}
      <Stack row gap="s">
        <CopyButton
          label={t('outbox.copyThis', { title })}
          getText={getText}
          className={outdentedButtonClass}
        />
        <Button
          variant="quiet"
          className={styles.delete}
          aria-label={t('outbox.deleteThis', { title })}
          onClick={onDelete}
        >
          {t('common.delete')}
        </Button>
      </Stack>
    </Stack>
  )
}

/** One entry that is still on this device: what it is, since when, why, and the actions on it. */
export const EntryCard = (props: Props) => {
  const {
    entry,
    title,
    heading,
    groupState,
    waitsForOther,
    outboxWait,
    shouldHideUnreachableReason,
    getLines,
  } = props
  const t = useTranslate()
  const format = createTimeFormat(useLocale().code)
  const now = useNow()
  // By the clock of this device, which the coach knows, not by the clock that the server corrects.
  const capturedAt = entry.capturedAt.device
  const state = formatEntryState(entry, {
    t,
    waitsForOther,
    outboxWait,
    format,
    now,
    shouldHideUnreachableReason,
  })
  const getText = () =>
    [
      title,
      t('outbox.copyText.captured', { time: format.dateAndTime(capturedAt) }),
      t('outbox.copyText.state', { state }),
      ...getLines(),
      t('outbox.copyText.key', { key: entry.key }),
    ].join('\n')
  /** Why the coach must act, or undefined if the entry only waits. */
  const actionReason = entry.state.is === 'needs-you' ? entry.state.reason : undefined
  const isRefused = actionReason && getEntryReasonMessage(actionReason.code) === 'outbox.reason.refused'
  const Frame = frames[entry.state.is]
  return (
    <Frame>
      <div>
        {heading !== undefined && <h3 className={styles.title}>{heading}</h3>}
        <time className={styles.time} dateTime={new Date(capturedAt).toISOString()}>
          {format.dateAndTime(capturedAt)}
        </time>
      </div>
      {state !== groupState && <p>{state}</p>}
      {isRefused && <p>{t('outbox.reason.refusedNext', { canEdit: props.onEdit ? 'yes' : 'no' })}</p>}
      <EntryButtons {...props} getText={getText} />
      <EntryDetails entry={entry} />
    </Frame>
  )
}
