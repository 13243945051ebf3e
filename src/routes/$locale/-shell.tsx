import { useNavigate, useRouteContext, useRouterState } from '@tanstack/react-router'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { CoachBar } from '../../features/app-bar/coach-bar.tsx'
import { PullToRefresh } from '../../features/app-bar/pull-to-refresh.tsx'
import { Shell } from '../../features/shell/shell.tsx'
import { BeganAnewBanner } from '../../features/shell/began-anew-banner.tsx'
import { DeletionBanner } from '../../features/shell/deletion-banner.tsx'
import { UpdateBanner } from '../../features/shell/update-banner.tsx'
import { SharedFilesBanner } from '../../features/files/choose/shared-files-banner.tsx'
import { RescueForm } from '../../features/rescue/rescue-form.tsx'
import { reasonMessage } from '../../features/outbox/reasons.ts'
import { SyncChip } from '../../features/outbox/sync-chip.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useOffline } from '../-use-offline.ts'
import { useTheme } from '../-use-theme.ts'
import { useArrivalMessages } from './-arrival-messages.ts'
import { useOtherCustomerMessage } from './-other-customer-message.ts'
import { appPartOf } from './-app-part.ts'
import { useSignOut, SignOutProvider } from '../../features/sign-out/use-sign-out.tsx'

const maintenanceRoute = '/$locale/maintenance'
/** The routes on which a deletion that was started here continues. */
const deletionRoutes = new Set(['/$locale/finish-deletion', '/$locale/account-deleted'])

/** Renders the shell around a page, depending on the session, the outbox and the current route. */
export const ShellRoute = ({ children }: { children: ReactNode }) => {
  const { services } = useRouteContext({ from: '__root__' })
  const { locale } = useRouteContext({ from: '/$locale' })
  const { session } = services
  const { track, reporter, saveRescueFile } = services.outbox
  const { connectivity } = services.offline
  const { update, now } = services.device
  const navigate = useNavigate()
  const state = useSyncExternalStore(session.subscribe, session.state)
  // A visitor has an outbox as well, which is empty.
  const deletion = state.status === 'anonymous' ? state.deletion : undefined
  const signedIn = state.status === 'authenticated'
  const customer = signedIn ? state.user.userID : ''
  const outbox = services.outbox.outbox.of(customer)
  const uploads = services.uploads.client.of(customer)
  const { signOut, questions } = useSignOut({
    offline: useOffline(services),
    customer,
    session,
    outbox,
    reporter,
    uploads,
    track,
    reasonOf: ({ waitingFor }) => waitingFor && reasonMessage(waitingFor),
    rescue: <RescueForm save={(passphrase) => saveRescueFile(customer, passphrase)} />,
    onSignedOut: () => navigate({ to: '/$locale/login', params: { locale: locale.code } }),
  })
  const isHeldUp = useSyncExternalStore(session.heldUp.subscribe, session.heldUp.get)
  const { beganAnew } = session
  const isAnew = useSyncExternalStore(beganAnew.subscribe, () => beganAnew.of(customer))
  useArrivalMessages()
  useOtherCustomerMessage()
  const [later, setLater] = useState(false)
  const stage = useSyncExternalStore(update.subscribe, update.stage)
  const { arrivals } = services.uploads
  const shared = useSyncExternalStore(arrivals.subscribe, arrivals.shared)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const place = useRouterState({ select: ({ location }) => location.search.place })
  const t = useTranslate()
  const routeId = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' })
  const part = useRouterState({
    select: ({ matches }) => {
      const { slug } = { slug: undefined, ...matches.at(-1)?.params }
      return appPartOf(routeId, slug, t)
    },
  })

  return (
    <Shell
      bare={routeId === maintenanceRoute}
      year={now().getFullYear()}
      // Here the logo and the colours change (specification §2).
      tone={part === 'courses' ? 'courses' : 'plain'}
      signedIn={signedIn}
      place={place}
      admin={signedIn && state.user.admin}
      path={path}
      theme={useTheme(services)}
      social={services.device.socialLinks[locale.code]}
      syncChip={<SyncChip {...{ outbox, uploads, connectivity, signedIn }} />}
      bar={
        <>
          <CoachBar {...{ customer, part, outbox, uploads }} />
          <PullToRefresh
            refresh={() =>
              Promise.all([session.queries.invalidateQueries(), outbox.deliver({ asked: true })])
            }
          />
        </>
      }
      banner={
        <>
          {isHeldUp && <Banner>{t('error.heldUp')}</Banner>}
          {deletion && !deletionRoutes.has(routeId) && (
            <DeletionBanner isFinished={deletion === 'finished'} />
          )}
          {isAnew && <BeganAnewBanner onRead={() => void beganAnew.dismiss()} />}
          {stage !== 'none' && !later && (
            <UpdateBanner stage={stage} onApply={update.apply} onLater={() => setLater(true)} />
          )}
          {shared.length > 0 && (
            <SharedFilesBanner files={shared} onAdd={arrivals.accept} onDiscard={arrivals.discard} />
          )}
        </>
      }
      onSignOut={signOut}
    >
      <SignOutProvider value={signOut}>{children}</SignOutProvider>
      {questions}
    </Shell>
  )
}
