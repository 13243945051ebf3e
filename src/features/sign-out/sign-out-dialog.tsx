import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { DeliveryReport } from '../../outbox/outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
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

/** Why something could not be sent, as a message for the coach. */
export type ReasonOf = (report: DeliveryReport) => MessageId | undefined

type Props = SignOutActions & {
  unsent: { toSend: number; needsYou: number }
  /** Nothing can be sent at the moment. */
  offline: boolean
  reasonOf: ReasonOf
  /** Saves what waits in a file. */
  rescue: ReactNode
}

/** Shown before a sign-out while entries are unsent: none is deleted without the coach's word. */
export const SignOutDialog = ({ open, onClose, ...rest }: Props & { open: boolean; onClose: () => void }) => {
  const t = useTranslate()
  return (
    <Dialog open={open} onClose={onClose} title={t('signOut.title')}>
      <Choices {...rest} />
    </Dialog>
  )
}

const Choices = ({ unsent, offline, reasonOf, rescue, onSend, onDiscard, onSignOut }: Props) => {
  const t = useTranslate()
  const count = unsent.toSend + unsent.needsYou
  const sendFirst = (
    <SendFirst key="send" {...{ hasUnsent: count > 0, quiet: offline, reasonOf, onSend, onSignOut }} />
  )
  const keep = (
    <div key="keep" className={styles.choice}>
      <Button variant={offline ? 'primary' : 'secondary'} onClick={onSignOut}>
        {t('signOut.keep')}
      </Button>
      <p>{t('signOut.keepBody')}</p>
    </div>
  )
  // Delivered while the question was on the screen.
  if (count === 0)
    return (
      <Stack>
        <p>{t('profile.eraseAllSent')}</p>
        {sendFirst}
      </Stack>
    )
  return (
    <Stack>
      <p>{t('signOut.count', { count })}</p>
      {unsent.needsYou > 0 && <p>{t('signOut.needsYou', { count: unsent.needsYou })}</p>}
      {offline ? [keep, sendFirst] : [sendFirst, keep]}
      <details className={styles.more}>
        <summary>{t('signOut.rescue')}</summary>
        {rescue}
      </details>
      <Discard {...{ onDiscard, onSignOut }} />
    </Stack>
  )
}

const isAllSent = ({ toSend, needsYou, storage }: DeliveryReport): boolean =>
  storage === 'ready' && toSend + needsYou === 0

/** Sends everything and then signs out, or says why something is left. */
const SendFirst = ({
  hasUnsent,
  quiet,
  reasonOf,
  onSend,
  onSignOut,
}: Pick<Props, 'reasonOf' | 'onSend' | 'onSignOut'> & { hasUnsent: boolean; quiet: boolean }) => {
  const t = useTranslate()
  const { busy, run } = useBusy()
  const [left, setLeft] = useState<DeliveryReport>()

  // Closing the dialog while entries are being sent keeps the session.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const sendFirst = async () => {
    const report = await onSend()
    if (!isHere.current) return
    if (isAllSent(report)) onSignOut()
    else setLeft(report)
  }
  const reason = left && reasonOf(left)

  return (
    <>
      {left && (
        <Notice tone="warning">
          {left.storage === 'ready'
            ? t('signOut.left', { count: left.toSend + left.needsYou, reason: reason ? t(reason) : '' })
            : t('sync.storageFailed')}
        </Notice>
      )}
      <div className={styles.choice}>
        <Button
          variant={quiet && hasUnsent ? 'secondary' : 'primary'}
          busy={busy}
          onClick={() => run(sendFirst)}
        >
          {t(hasUnsent ? 'signOut.send' : 'header.signOut')}
        </Button>
      </div>
    </>
  )
}

/** Deletes the unsent entries after a typed word, and signs out. */
const Discard = ({ onDiscard, onSignOut }: Pick<Props, 'onDiscard' | 'onSignOut'>) => {
  const t = useTranslate()
  const word = t('signOut.discardWord')
  return (
    <details className={styles.more}>
      <summary>{t('signOut.discard')}</summary>
      <TypedWordForm
        word={word}
        label={t('signOut.discardType', { word })}
        needed="signOut.discardWordNeeded"
        failed="signOut.failed"
        submit={t('signOut.discard')}
        act={async () => {
          await onDiscard()
          onSignOut()
        }}
      >
        <p>{t('signOut.discardBody')}</p>
      </TypedWordForm>
    </details>
  )
}
