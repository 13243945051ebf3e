import { useRouteContext, useRouterState } from '@tanstack/react-router'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { Shell } from '../features/shell/shell.tsx'
import { UpdateBanner } from '../features/shell/update-banner.tsx'
import { SyncChip } from '../features/sync/sync-chip.tsx'
import { useArrivalNotes } from './-arrival-notes.ts'
import { headerToneOf } from './-header-tone.ts'
import { useLeaving } from './-leaving.tsx'
import { SignOutProvider } from './-sign-out.ts'

const maintenanceRoute = '/$locale/maintenance'

/** Puts the shell around a page: the session, the outbox and where the coach is decide what it shows. */
export const ShellRoute = ({ children }: { children: ReactNode }) => {
  const { services } = useRouteContext({ from: '__root__' })
  const { locale } = useRouteContext({ from: '/$locale' })
  const { auth, outbox, connectivity, update } = services
  const { onSignOut, questions } = useLeaving(services, locale.code)
  useArrivalNotes()
  const [later, setLater] = useState(false)
  const session = useSyncExternalStore(auth.subscribe, auth.state)
  const updateReady = useSyncExternalStore(update.subscribe, update.updateReady)
  const blockedBy = useSyncExternalStore(update.subscribe, update.blockedBy)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const routeId = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' })

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
      {questions}
    </Shell>
  )
}
