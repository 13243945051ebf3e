import { useNavigate, useRouteContext, useRouterState } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { RescueForm } from '../features/rescue/rescue-form.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { SignOutDialog } from '../features/shell/sign-out-dialog.tsx'
import { UpdateBanner } from '../features/shell/update-banner.tsx'
import { reasonMessage } from '../features/sync/reasons.ts'
import { SyncChip } from '../features/sync/sync-chip.tsx'
import { useWords } from '../i18n/use-words.ts'
import { notify } from '../ui/notify.ts'
import { useArrivalNotes } from './-arrival-notes.ts'
import { useEndUploads } from './-end-uploads.tsx'
import { headerToneOf } from './-header-tone.ts'
import { recordLeaving } from './-record-leaving.ts'
import { SignOutProvider } from './-sign-out.ts'

const maintenanceRoute = '/$locale/maintenance'

/** Puts the shell around a page: the session, the outbox and where the coach is decide what it shows. */
export const ShellRoute = ({ children }: { children: ReactNode }) => {
  const { services } = useRouteContext({ from: '__root__' })
  const { locale } = useRouteContext({ from: '/$locale' })
  const { auth, outbox, uploads, connectivity, update } = services
  const t = useWords()
  const navigate = useNavigate()
  useArrivalNotes()
  const leaving = useRef(false)
  const [asking, setAsking] = useState(false)
  const [later, setLater] = useState(false)
  const session = useSyncExternalStore(auth.subscribe, auth.state)
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.snapshot)
  const updateReady = useSyncExternalStore(update.subscribe, update.updateReady)
  const blockedBy = useSyncExternalStore(update.subscribe, update.blockedBy)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const routeId = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' })

  const signOut = async () => {
    setAsking(false)
    // A second tap finds the session still open.
    if (leaving.current) return
    leaving.current = true
    await recordLeaving(services, 'logout')
    await auth.signOut().finally(() => {
      leaving.current = false
    })
    notify.success(t('successMessage.signedOut'))
    await navigate({ to: '/$locale/login', params: { locale: locale.code } })
  }

  const { leave, question } = useEndUploads(uploads, signOut)
  const onSignOut = () => (unsent.toSend + unsent.needsYou > 0 ? setAsking(true) : leave())

  return (
    <Shell
      bare={routeId === maintenanceRoute}
      year={services.now().getFullYear()}
      tone={headerToneOf(routeId)}
      signedIn={session.status === 'authenticated'}
      admin={session.status === 'authenticated' && session.user.admin}
      path={path}
      syncChip={<SyncChip outbox={outbox} connectivity={connectivity} />}
      banner={
        updateReady &&
        !later && <UpdateBanner blockedBy={blockedBy} onApply={update.apply} onLater={() => setLater(true)} />
      }
      onSignOut={onSignOut}
    >
      <SignOutProvider value={onSignOut}>{children}</SignOutProvider>
      <SignOutDialog
        open={asking}
        unsent={unsent}
        reasonOf={({ waiting }) => waiting && reasonMessage(waiting.code)}
        rescue={<RescueForm save={services.saveRescueFile} />}
        onClose={() => setAsking(false)}
        onSend={() => outbox.deliver({ eager: true })}
        onDiscard={outbox.discard}
        onSignOut={() => {
          setAsking(false)
          leave()
        }}
      />
      {question}
    </Shell>
  )
}
