import { useNavigate, useRouteContext, useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode, useEffect } from 'react'
import { CoachBar } from '../../features/app-bar/app-bar.tsx'
import { PullToRefresh } from '../../features/app-bar/pull-to-refresh.tsx'
import { Shell } from '../../features/shell/shell.tsx'
import { BeganAnewBanner, UpdateBanner, DeletionBanner } from '../../features/shell/banners.tsx'
import { SharedFilesBanner } from '../../features/files/choose/shared-files-banner.tsx'
import { RescueForm } from '../../features/rescue/rescue-form.tsx'
import { reasonMessage } from '../../features/outbox/reasons.ts'
import { SyncChip } from '../../features/outbox/sync-chip.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useOffline } from '../-use-offline.ts'
import { appPartOf } from './-app-part.ts'
import { useSignOut, SignOutProvider } from '../../features/sign-out/use-sign-out.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { maxSharedFiles } from '../../config/share-target.ts'
import { addMessages } from '../../features/files/choose/add-messages.ts'
import { useStore } from '../../lib/use-store.ts'

const failures = {
  full: 'files.refusal.sharing',
  'left-out': 'files.refusal.shared',
  'held-up': 'error.otherWindow',
  lost: 'files.refusal.shareLost',
} as const

/** Adds files from outside the app to the queue, and reports the outcome on any page. */
const useArrivalMessages = (): void => {
  const { services } = useRouteContext({ from: '__root__' })
  const t = useTranslate()
  const { arrivals } = services.uploads
  useEffect(
    () =>
      arrivals.follow((arrival) => {
        if (arrival.kind === 'failed')
          return notify.error(t(failures[arrival.because], { count: maxSharedFiles }))
        if (arrival.kind === 'waiting')
          return notify.blank(t('files.arrivedWaiting', { count: arrival.count }))
        const { files, outcomes } = arrival
        const count = outcomes.filter((outcome) => outcome.ok && !outcome.value.known).length
        if (count > 0) notify.success(t('files.arrived', { count }))
        for (const message of addMessages({ files, unreadable: [], isCut: false }, outcomes, t))
          notify.error(message)
        return undefined
      }),
    [arrivals, t],
  )
}

/**
 * Reports that this tab went straight from one customer to another, as a frozen tab can. The screens of two
 * coaches look alike, and what the previous coach typed is gone from them.
 */
const useOtherCustomerMessage = (): void => {
  const { services } = useRouteContext({ from: '__root__' })
  const t = useTranslate()
  const { session } = services
  useEffect(() => {
    let known = session.customer()
    return session.subscribe(() => {
      const customer = session.customer()
      if (known !== undefined && customer !== undefined && customer !== known)
        notify.blank(t('error.tabOfOtherCustomer'))
      known = customer
    })
  }, [session, t])
}

const maintenanceRoute = '/$locale/maintenance'
/** The routes on which a deletion that was started here continues. */
const deletionRoutes = new Set(['/$locale/finish-deletion', '/$locale/account-deleted'])

/** What a person has to know on every page: each message stays until it is answered or no longer true. */
const ShellBanners = ({ customer, routeId }: { customer: string; routeId: string }) => {
  const { services } = useRouteContext({ from: '__root__' })
  const t = useTranslate()
  const [later, setLater] = useState(false)
  const { session } = services
  const { heldUp, beganAnew } = session
  const { update } = services.device
  const { arrivals } = services.uploads
  const state = useStore(session, session.state)
  const deletion = state.status === 'anonymous' ? state.deletion : undefined
  const isHeldUp = useStore(heldUp, heldUp.get)
  const isAnew = useStore(beganAnew, () => beganAnew.of(customer))
  const stage = useStore(update, update.stage)
  const shared = useStore(arrivals, arrivals.shared)
  return (
    <>
      {isHeldUp && <Banner>{t('error.heldUp')}</Banner>}
      {deletion && !deletionRoutes.has(routeId) && <DeletionBanner isFinished={deletion === 'finished'} />}
      {isAnew && <BeganAnewBanner onRead={() => void beganAnew.dismiss()} />}
      {stage !== 'none' && !later && (
        <UpdateBanner stage={stage} onApply={update.apply} onLater={() => setLater(true)} />
      )}
      {shared.length > 0 && (
        <SharedFilesBanner files={shared} onAdd={arrivals.accept} onDiscard={arrivals.discard} />
      )}
    </>
  )
}

/** Renders the shell around a page, depending on the session, the outbox and the current route. */
export const ShellRoute = ({ children }: { children: ReactNode }) => {
  const { services } = useRouteContext({ from: '__root__' })
  const { locale } = useRouteContext({ from: '/$locale' })
  const { session } = services
  const { track, reporter, saveRescueFile } = services.outbox
  const { theme, now, socialLinks } = services.device
  const navigate = useNavigate()
  const state = useStore(session, session.state)
  const signedIn = state.status === 'authenticated'
  // A visitor has an outbox as well, which is empty.
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
  useArrivalMessages()
  useOtherCustomerMessage()
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
      theme={{ chosen: useStore(theme, theme.chosen), onChoose: theme.choose }}
      social={socialLinks[locale.code]}
      syncChip={<SyncChip connectivity={services.offline.connectivity} {...{ outbox, uploads, signedIn }} />}
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
      banner={<ShellBanners customer={customer} routeId={routeId} />}
      onSignOut={signOut}
    >
      <SignOutProvider value={signOut}>{children}</SignOutProvider>
      {questions}
    </Shell>
  )
}
