import { useNavigate, useRouteContext, useRouterState } from '@tanstack/react-router'
import { useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Shell } from '../features/shell/shell.tsx'
import { SignOutDialog } from '../features/shell/sign-out-dialog.tsx'
import { UpdateBanner } from '../features/shell/update-banner.tsx'
import { SyncChip } from '../features/sync/sync-chip.tsx'
import { useWords } from '../i18n/use-words.ts'
import { notify } from '../ui/notify.ts'
import { SignOutProvider } from './-sign-out.ts'

/** On these the header changes its colours (specification §2). */
const coursesRoutes = new Set(['/$locale/$slug/', '/$locale/$slug/$module', '/$locale/courses'])
const maintenanceRoute = '/$locale/maintenance'

/** Puts the shell around a page: the session, the outbox and where the coach is decide what it shows. */
export const ShellRoute = ({ children }: { children: ReactNode }) => {
  const { services } = useRouteContext({ from: '__root__' })
  const { locale } = useRouteContext({ from: '/$locale' })
  const { auth, outbox, connectivity, update, track } = services
  const t = useWords()
  const navigate = useNavigate()
  const leaving = useRef(false)
  const [asking, setAsking] = useState(false)
  const [later, setLater] = useState(false)
  const { status } = useSyncExternalStore(auth.subscribe, auth.state)
  const unsent = useSyncExternalStore(outbox.subscribe, () => {
    const { toSend, needsYou } = outbox.snapshot()
    return toSend + needsYou
  })
  const updateReady = useSyncExternalStore(update.subscribe, update.updateReady)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const routeId = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' })

  const signOut = async () => {
    setAsking(false)
    // A second tap finds the session still open.
    if (leaving.current) return
    leaving.current = true
    await auth.signOut().finally(() => {
      leaving.current = false
    })
    track('sign_out', {})
    notify.success(t('successMessage.signedOut'))
    await navigate({ to: '/$locale/login', params: { locale: locale.code } })
  }

  const onSignOut = () => (unsent > 0 ? setAsking(true) : void signOut())

  return (
    <Shell
      bare={routeId === maintenanceRoute}
      year={services.now().getFullYear()}
      tone={coursesRoutes.has(routeId) ? 'courses' : 'plain'}
      signedIn={status === 'authenticated'}
      path={path}
      syncChip={<SyncChip outbox={outbox} connectivity={connectivity} />}
      banner={updateReady && !later && <UpdateBanner onApply={update.apply} onLater={() => setLater(true)} />}
      onSignOut={onSignOut}
    >
      <SignOutProvider value={onSignOut}>{children}</SignOutProvider>
      <SignOutDialog
        open={asking}
        unsent={unsent}
        onClose={() => setAsking(false)}
        onSignOut={() => void signOut()}
      />
    </Shell>
  )
}
