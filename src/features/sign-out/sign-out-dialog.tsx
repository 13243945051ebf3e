import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countUnsent, countUnsentWork } from '../../outbox/count-unsent.ts'
import type { DeliveryReport, OutboxSnapshot, Pending } from '../../outbox/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { TypedWordForm } from '../../ui/form/typed-word-form.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './sign-out-dialog.module.css'

export type SignOutActions = {
  /** Sends what can be sent now. */
  onSend: () => Promise<DeliveryReport>
  /** Deletes what was not sent. */
  onDiscard: () => Promise<unknown>
  onSignOut: () => void
}

/** Returns the reason why an entry could not be sent, as a message for the coach. */
export type FindReason = (report: DeliveryReport) => MessageId | undefined

type Props = SignOutActions & {
  unsent: Pending & Pick<OutboxSnapshot, 'blockedBy'>
  /** Whether nothing can be sent at the moment. */
  offline: boolean
  findReason: FindReason
  /** The form that saves the waiting entries in a file. */
  rescueForm: ReactNode
  onClose: () => void
}

/** Whether a delivery left nothing on this device. */
const isAllSent = (report: DeliveryReport): boolean => report.storage === 'ready' && countUnsent(report) === 0

/**
 * A button that sends everything and then signs out. Explains why entries are left, if so. Without unsent entries,
 * it only signs out.
 */
const SendAndSignOut = ({
  hasUnsent,
  blockedBy,
  findReason,
  onSend,
  onSignOut,
}: Pick<Props, 'findReason' | 'onSend' | 'onSignOut'> & {
  hasUnsent: boolean
  blockedBy: OutboxSnapshot['blockedBy']
}) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  /** The report of a delivery that did not send everything. */
  const [failedReport, setFailedReport] = useState<DeliveryReport>()

  // If the coach closes the dialog while entries are being sent, the coach stays signed in.
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const send = async () => {
    const report = await onSend()
    if (!isMounted.current) return
    if (isAllSent(report)) onSignOut()
    else setFailedReport(report)
  }
  const describeFailure = (report: DeliveryReport): string => {
    if (report.storage === 'failed') return t('sync.storageFailed')
    const reason = findReason(report)
    return t('signOut.left', { count: countUnsentWork(report), reason: reason ? t(reason) : '' })
  }

  return (
    <>
      {busy && blockedBy === 'other-tab' && <Notice tone="warning">{t('outbox.blockedByWindow')}</Notice>}
      {busy && blockedBy === 'service-worker' && <Notice tone="info">{t('outbox.noResponseYet')}</Notice>}
      {failedReport && <Notice tone="warning">{describeFailure(failedReport)}</Notice>}
      <div className={styles.choice}>
        <Button busy={busy} onClick={() => run(send)}>
          {t(hasUnsent ? 'signOut.send' : 'header.signOut')}
        </Button>
      </div>
    </>
  )
}

/** A form that deletes the unsent entries and signs out, after the coach has typed a word. */
const DiscardForm = ({ onDiscard, onSignOut }: Pick<Props, 'onDiscard' | 'onSignOut'>) => {
  const t = useTranslate()
  const word = t('signOut.discardWord')
  return (
    <Disclosure summary={t('signOut.discard')}>
      <TypedWordForm
        word={word}
        label={t('signOut.discardType', { word })}
        wordMessage="signOut.discardWordNeeded"
        failureMessage="signOut.failed"
        submitLabel={t('signOut.discard')}
        onConfirm={async () => {
          await onDiscard()
          onSignOut()
        }}
      >
        <p>{t('signOut.discardBody')}</p>
      </TypedWordForm>
    </Disclosure>
  )
}

/** What the coach can do with the unsent entries: send, keep, save in a file or delete them. */
const SignOutChoices = ({
  unsent,
  offline,
  findReason,
  rescueForm,
  onClose,
  onSend,
  onDiscard,
  onSignOut,
}: Props) => {
  const t = useTranslate()
  const hasUnsent = countUnsent(unsent) > 0
  // The number that the bottom bar shows. It leaves out events that the app records automatically.
  const count = countUnsentWork(unsent)
  // The key keeps the element mounted when the last entry is sent, because it still has to sign out a coach
  // who chose to send and sign out.
  const sendAndSignOut = (
    <SendAndSignOut
      key="send"
      hasUnsent={hasUnsent}
      blockedBy={unsent.blockedBy}
      findReason={findReason}
      onSend={onSend}
      onSignOut={onSignOut}
    />
  )
  const offlineWarning = offline && <Notice tone="warning">{t('signOut.offline')}</Notice>
  // Everything was delivered while the dialog was open.
  if (!hasUnsent)
    return (
      <Stack>
        {offlineWarning}
        <p>{t('profile.eraseAllSent')}</p>
        {sendAndSignOut}
      </Stack>
    )
  return (
    <Stack>
      {offlineWarning}
      <p>{t('signOut.count', { count })}</p>
      {unsent.needsAction > 0 && (
        <div className={styles.choice}>
          <p>{t('signOut.needsYou', { count: unsent.needsAction })}</p>
          <LocaleLink to="outbox" onClick={onClose}>
            {t('sync.openOutbox')}
          </LocaleLink>
        </div>
      )}
      {!offline && sendAndSignOut}
      <div className={styles.choice}>
        <Button variant={offline ? 'primary' : 'secondary'} onClick={onSignOut}>
          {t('signOut.keep')}
        </Button>
        <p>{t('signOut.keepBody')}</p>
      </div>
      <Disclosure summary={t('signOut.rescue')}>{rescueForm}</Disclosure>
      <DiscardForm onDiscard={onDiscard} onSignOut={onSignOut} />
    </Stack>
  )
}

/**
 * Shown before a sign-out if entries are unsent, so that none is deleted without the coach's consent. Also
 * shown while offline, because the coach could not sign in again.
 */
export const SignOutDialog = ({ open, ...choices }: Props & { open: boolean }) => {
  const t = useTranslate()
  const isOnlyOffline = choices.offline && countUnsent(choices.unsent) === 0
  return (
    <Dialog
      open={open}
      onClose={choices.onClose}
      title={t(isOnlyOffline ? 'signOut.offlineTitle' : 'signOut.title')}
    >
      <SignOutChoices {...choices} />
    </Dialog>
  )
}
