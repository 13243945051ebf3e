import { createContext, use, useRef, useState, type ReactNode } from 'react'
import type { Session } from '../../session/session.ts'
import type { Track } from '../../analytics/track.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countUnsent } from '../../outbox/done-by-coach.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Reporter } from '../../sync-log/create-reporter.ts'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import type { UploadClient } from '../../uploads/contract.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { withTimeLimit } from '../../lib/async/time-limit.ts'
import { recordSignOut, signOutTimeout } from './record-sign-out.ts'
import { SignOutDialog, type ReasonOf } from './sign-out-dialog.tsx'
import { useStore } from '../../lib/use-store.ts'

const SignOut = createContext<() => void>(() => undefined)

/** Provides the sign-out to the pages inside the shell. The shell shows the questions about unsent work. */
export const SignOutProvider = SignOut.Provider

/** Signs the coach out. Asks first if something is unsent. */
export const useSignOutAction = (): (() => void) => use(SignOut)

type Options = {
  /** The customer of the screen. */
  customer: string
  session: Pick<Session, 'signOut'>
  outbox: Outbox
  reporter: Pick<Reporter, 'report'>
  uploads: Pick<UploadClient, 'clear' | 'unfinishedUploads'>
  track: Track
  reasonOf: ReasonOf
  /** Nothing can be sent at the moment. */
  offline: boolean
  /** Saves the unsent entries in a file. */
  rescue: ReactNode
  onSignedOut: () => Promise<void>
}

const leaving = { id: 'sign-out' }

/**
 * Signs the coach out. `signOut` asks first what to do with entries that cannot be sent now, then about
 * unfinished uploads, which it ends; while offline it first warns that signing in again is impossible. The
 * caller must render `questions`.
 */
export const useSignOut = ({
  customer,
  session,
  outbox,
  reporter,
  uploads,
  track,
  onSignedOut,
  ...dialog
}: Options) => {
  const t = useTranslate()
  const unsent = useStore(outbox, outbox.snapshot)
  const isLeaving = useRef(false)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  /** The files whose uploads the second question is about. */
  const [unfinished, setUnfinished] = useState<readonly string[]>([])
  const { busy, run } = useBusy()
  const [asked, setAsked] = useState(customer)
  // Another tab ended the session. The outbox is empty without a customer, and would claim that this coach's
  // work was sent.
  if (asked !== customer) {
    setAsked(customer)
    setIsDialogOpen(false)
    setUnfinished([])
  }

  const withNotice = (work: Promise<unknown>) => {
    notify.loading(t('signOut.leaving'), leaving)
    return work.finally(() => notify.dismiss(leaving.id))
  }
  /**
   * `first` runs after the device has stored that the session ends. If the app is closed meanwhile, it starts
   * signed out.
   */
  const leave = async (first?: () => Promise<void>) => {
    // On a second tap the session is still open.
    if (isLeaving.current) return
    isLeaving.current = true
    const finish = async () => {
      await first?.()
      await recordSignOut({ track, outbox, reporter }, 'logout')
    }
    const before = () => withNotice(finish())
    const onEnded = async () => {
      notify.success(t('successMessage.signedOut'))
      await onSignedOut()
    }
    await session.signOut(customer, { before, onEnded }).finally(() => {
      isLeaving.current = false
    })
  }
  const askAboutUploads = async () => {
    setIsDialogOpen(false)
    const names = await uploads.unfinishedUploads()
    setUnfinished(names)
    if (names.length === 0) await leave()
  }
  const endUploads = async () => {
    await uploads.clear()
    setUnfinished([])
  }

  const questions = (
    <>
      <SignOutDialog
        {...dialog}
        open={isDialogOpen}
        unsent={unsent}
        onClose={() => setIsDialogOpen(false)}
        onSend={() => outbox.deliver({ asked: true })}
        onDiscard={outbox.discard}
        onSignOut={() => void askAboutUploads()}
      />
      {unfinished.length > 0 && (
        <ConfirmDialog
          title={t('signOut.uploadsTitle')}
          yes={t('signOut.uploadsEnd')}
          no={t('signOut.uploadsStay')}
          busy={busy}
          onYes={() => run(() => leave(endUploads))}
          onNo={() => setUnfinished([])}
        >
          <p>{t('signOut.uploads', { count: unfinished.length })}</p>
          <NameList names={unfinished} />
        </ConfirmDialog>
      )}
    </>
  )
  const start = async () => {
    // Entries that are only under way, as on a good connection, need no question.
    if (countUnsent(outbox.snapshot()) > 0) await withNotice(withTimeLimit(outbox.deliver(), signOutTimeout))
    // Checks the browser as well: just after the connection is back, the app may not know it yet.
    const cannotSignInAgain = dialog.offline && !navigator.onLine
    if (cannotSignInAgain || countUnsent(outbox.snapshot()) > 0) setIsDialogOpen(true)
    else await askAboutUploads()
  }
  return { signOut: () => run(start), questions }
}
