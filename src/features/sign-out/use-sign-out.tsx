import { createContext, use, useRef, useState, type ReactNode } from 'react'
import type { Track } from '../../analytics/track.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { useStore } from '../../lib/use-store.ts'
import { countUnsent } from '../../outbox/count-unsent.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Session } from '../../session/session.ts'
import type { Reporter } from '../../sync-log/create-reporter.ts'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import type { UploadClient } from '../../uploads/contract.ts'
import { recordSignOut, signOutTimeoutMs } from './record-sign-out.ts'
import { SignOutDialog, type FindReason } from './sign-out-dialog.tsx'

const SignOutContext = createContext<() => void>(() => undefined)

/** Provides the sign-out to the pages inside the shell. The shell shows the dialogs about unsent work. */
export const SignOutProvider = SignOutContext.Provider

/** Signs the coach out. Asks first if something is unsent. */
export const useSignOutAction = (): (() => void) => use(SignOutContext)

type UploadsDialogProps = {
  /** The names of the files. */
  names: readonly string[]
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a sign-out ends unfinished uploads. */
const UploadsDialog = ({ names, busy, onConfirm, onCancel }: UploadsDialogProps) => {
  const t = useTranslate()
  return (
    <ConfirmDialog
      title={t('signOut.uploadsTitle')}
      confirmLabel={t('signOut.uploadsEnd')}
      cancelLabel={t('signOut.uploadsStay')}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>{t('signOut.uploads', { count: names.length })}</p>
      <NameList names={names} />
    </ConfirmDialog>
  )
}

type Options = {
  customer: string
  session: Pick<Session, 'signOut'>
  outbox: Outbox
  /** Sends the log of this device to the server. */
  reporter: Pick<Reporter, 'report'>
  uploads: Pick<UploadClient, 'clear' | 'unfinishedUploads'>
  track: Track
  findReason: FindReason
  /** Whether nothing can be sent at the moment. */
  offline: boolean
  /** The form that saves the unsent entries in a file. */
  rescueForm: ReactNode
  onSignedOut: () => Promise<void>
}

/** Identifies the notice that is shown during the sign-out. */
const leavingNotice = { id: 'sign-out' }

/**
 * Provides `signOut`, which signs the coach out. It first asks what to do with entries that cannot be sent
 * now, or warns that the coach cannot sign in again while offline. Then it asks about unfinished uploads,
 * which a sign-out ends. The caller must render `dialogs`.
 */
export const useSignOut = ({
  customer,
  session,
  outbox,
  reporter,
  uploads,
  track,
  onSignedOut,
  ...dialogProps
}: Options) => {
  const t = useTranslate()
  const unsent = useStore(outbox, outbox.snapshot)
  /** Whether the session is being ended. */
  const isEndingSession = useRef(false)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  /** The names of the files whose uploads a sign-out would end. If there are any, the second dialog is open. */
  const [unfinishedUploads, setUnfinishedUploads] = useState<readonly string[]>([])
  const { busy, run } = useBusy()
  const [currentCustomerId, setCurrentCustomerId] = useState(customer)
  // Another tab ended the session. Without a customer the outbox is empty, so an open dialog would claim that this
  // coach's work was sent. React allows setting state while rendering.
  if (currentCustomerId !== customer) {
    setCurrentCustomerId(customer)
    setIsDialogOpen(false)
    setUnfinishedUploads([])
  }

  const showNoticeDuring = (work: Promise<unknown>) => {
    notify.loading(t('signOut.leaving'), leavingNotice)
    return work.finally(() => notify.dismiss(leavingNotice.id))
  }
  /**
   * Ends the session. `beforeEnd` runs after the device has stored that the session ends: if the app is
   * closed before `beforeEnd` has finished, it still starts signed out the next time.
   */
  const endSession = async (beforeEnd?: () => Promise<void>) => {
    // The coach may tap a second time while the session is still open.
    if (isEndingSession.current) return
    isEndingSession.current = true
    const finish = async () => {
      await beforeEnd?.()
      await recordSignOut({ track, outbox, reporter }, 'logout')
    }
    const onEnded = async () => {
      notify.success(t('successMessage.signedOut'))
      await onSignedOut()
    }
    await session.signOut(customer, { beforeEnd: () => showNoticeDuring(finish()), onEnded }).finally(() => {
      isEndingSession.current = false
    })
  }
  const askAboutUploads = async () => {
    setIsDialogOpen(false)
    const names = await uploads.unfinishedUploads()
    setUnfinishedUploads(names)
    if (names.length === 0) await endSession()
  }
  const endUploads = async () => {
    await uploads.clear()
    setUnfinishedUploads([])
  }

  const hasUnsent = () => countUnsent(outbox.snapshot()) > 0
  const askOrSignOut = async () => {
    // With a good connection, unsent entries are sent within the time limit, and no question is needed.
    if (hasUnsent()) await showNoticeDuring(withTimeLimit(outbox.deliver(), signOutTimeoutMs))
    // Also asks the browser, because `offline` may be out of date just after the browser is online again.
    const cannotSignInAgain = dialogProps.offline && !navigator.onLine
    if (cannotSignInAgain || hasUnsent()) setIsDialogOpen(true)
    else await askAboutUploads()
  }

  const dialogs = (
    <>
      <SignOutDialog
        {...dialogProps}
        open={isDialogOpen}
        unsent={unsent}
        onClose={() => setIsDialogOpen(false)}
        onSend={() => outbox.deliver({ force: true })}
        onDiscard={outbox.discard}
        onSignOut={() => void askAboutUploads()}
      />
      {unfinishedUploads.length > 0 && (
        <UploadsDialog
          names={unfinishedUploads}
          busy={busy}
          onConfirm={() => run(() => endSession(endUploads))}
          onCancel={() => setUnfinishedUploads([])}
        />
      )}
    </>
  )
  return { signOut: () => run(askOrSignOut), dialogs }
}
