import { useNavigate, useRouteContext, useRouterState } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import type { Services } from '../../app/services/services.ts'
import { maxSharedFiles } from '../../config/share-target.ts'
import { CoachBar } from '../../features/app-bar/app-bar.tsx'
import { PullToRefresh } from '../../features/app-bar/pull-to-refresh.tsx'
import { SharedFilesBanner } from '../../features/files/choose/shared-files-banner.tsx'
import { getReasonMessage } from '../../features/outbox/reason-messages.ts'
import { SyncChip } from '../../features/outbox/sync-chip.tsx'
import { RescueForm } from '../../features/rescue/rescue-form.tsx'
import { DeletionBanner } from '../../features/shell/deletion-banner.tsx'
import { Shell } from '../../features/shell/shell.tsx'
import { UpdateBanner } from '../../features/shell/update-banner.tsx'
import { SignOutProvider, useSignOut } from '../../features/sign-out/use-sign-out.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useStore } from '../../lib/use-store.ts'
import { Banner, BannerArea } from '../../ui/feedback/banner.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useOffline } from '../-use-offline.ts'
import { findAppPart, hasOwnBar, isInApp } from './-app-part.ts'
import { OutboxSheet, useOutboxSheet } from './-outbox/outbox-sheet.tsx'
import { SyncChipProvider } from './-sync-chip.ts'

/**
 * The message for each reason why files that another app shared could not be added: no room (`full`), files
 * of a type that may not be shared (`left-out`), another tab that held the lock too long (`held-up`), or no
 * service worker to receive them (`lost`).
 */
const arrivalFailureMessages = {
  full: 'files.refusal.sharing',
  'left-out': 'files.refusal.shared',
  'held-up': 'error.otherWindow',
  lost: 'files.refusal.shareLost',
} as const

type FollowArrivals = Services['uploads']['arrivals']['follow']
/** Files from outside the app that were added, wait for a sign-in, or could not be added. */
type Arrival = Parameters<Parameters<FollowArrivals>[0]>[0]
type ArrivalFailure = Extract<Arrival, { kind: 'failed' }>

/** Shows what happened to files that arrived from outside the app, unless they could not be added. */
const showArrival = async (arrival: Exclude<Arrival, ArrivalFailure>, t: Translate): Promise<void> => {
  if (arrival.kind === 'waiting') {
    notify.blank(t('files.arrivedWaiting', { count: arrival.count }))
    return
  }
  const { files, outcomes } = arrival
  // A file is `known` if it already had an upload.
  const addedCount = outcomes.filter((outcome) => outcome.ok && !outcome.value.known).length
  if (addedCount > 0) notify.success(t('files.arrived', { count: addedCount }))
  // Loaded only now, because every page has this function, and few need these messages.
  const { getOutcomeMessages } = await import('../../features/files/choose/outcome-messages.ts')
  const chosen = { files, unreadable: [], isTruncated: false }
  for (const message of getOutcomeMessages(chosen, outcomes, t)) notify.error(message)
}

/**
 * Accepts files that arrive from outside the app, and shows on every page what happened to them. Returns the
 * banner about files that could not be added, which the other app does not keep for the coach.
 */
const useArrivalMessages = (): ReactNode => {
  const { services } = useRouteContext({ from: '__root__' })
  const t = useTranslate()
  const { arrivals } = services.uploads
  const [failure, setFailure] = useState<ArrivalFailure['cause']>()
  useEffect(
    () =>
      arrivals.follow((arrival) => {
        if (arrival.kind === 'failed') setFailure(arrival.cause)
        else showArrival(arrival, t).catch(() => notify.error(t('error.partMissing')))
      }),
    [arrivals, t],
  )
  if (!failure) return undefined
  return (
    <Banner onRead={() => setFailure(undefined)}>
      {t(arrivalFailureMessages[failure], { count: maxSharedFiles })}
    </Banner>
  )
}

/**
 * Shows a message when this tab changes to a customer whom the user does not expect. The screens of two
 * coaches look alike, so the change is easy to miss, and what was typed before is gone.
 */
const useOtherCustomerMessage = (): void => {
  const { services } = useRouteContext({ from: '__root__' })
  const t = useTranslate()
  const { account } = services.session
  useEffect(() => account.onOtherCustomer(() => notify.blank(t('error.tabOfOtherCustomer'))), [account, t])
}

const outboxRoute = '/$locale/_signed-in/outbox'
const maintenanceRoute = '/$locale/maintenance'
/** The routes that show the deletion of an account themselves, and need no banner about it. */
const deletionRoutes = new Set(['/$locale/finish-deletion', '/$locale/account-deleted'])

/** Banners for every page. Each stays until the user responds to it or it no longer applies. */
const ShellBanners = ({ customer, routeId }: { customer: string; routeId: string }) => {
  const { services } = useRouteContext({ from: '__root__' })
  const t = useTranslate()
  const [isUpdatePostponed, setIsUpdatePostponed] = useState(false)
  const { session } = services
  const { isBlocked, databaseLossNotice } = session
  const { update } = services.device
  const { arrivals } = services.uploads
  const state = useStore(session, session.state)
  const deletion = state.status === 'anonymous' ? state.deletion : undefined
  const isBlockedByWindow = useStore(isBlocked, isBlocked.get)
  const hasLostDatabase = useStore(databaseLossNotice, () => databaseLossNotice.isFor(customer))
  const updateStage = useStore(update, update.stage)
  const sharedFiles = useStore(arrivals, arrivals.shared)
  const arrivalFailure = useArrivalMessages()
  return (
    <BannerArea>
      {isBlockedByWindow && <Banner>{t('error.blockedByWindow')}</Banner>}
      {deletion && !deletionRoutes.has(routeId) && <DeletionBanner isFinished={deletion === 'finished'} />}
      {hasLostDatabase && (
        <Banner onRead={() => void databaseLossNotice.dismiss()}>{t('sync.beganAnew')}</Banner>
      )}
      {updateStage !== 'none' && !isUpdatePostponed && (
        <UpdateBanner stage={updateStage} onApply={update.apply} onLater={() => setIsUpdatePostponed(true)} />
      )}
      {sharedFiles.length > 0 && (
        <SharedFilesBanner files={sharedFiles} onAdd={arrivals.accept} onDiscard={arrivals.discard} />
      )}
      {arrivalFailure}
    </BannerArea>
  )
}

/**
 * Returns the address of the current page, its route, how far that is loaded, its translated slug, and the part
 * of the app that it belongs to.
 */
const useCurrentPage = () => {
  const t = useTranslate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const returnTo = useRouterState({ select: ({ location }) => location.search.returnTo })
  const routeId = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' })
  const status = useRouterState({ select: ({ matches }) => matches.at(-1)?.status })
  const slug = useRouterState({
    // `slug` has a default because most routes have no such param.
    select: ({ matches }) => ({ slug: undefined, ...matches.at(-1)?.params }).slug,
  })
  return { path, returnTo, routeId, status, slug, part: findAppPart(routeId, slug, t) }
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
  const chosenTheme = useStore(theme, theme.chosen)
  const isSignedIn = state.status === 'authenticated'
  const outboxSheet = useOutboxSheet()
  // A visitor uses the outbox of the empty id, which has no entries.
  const customerId = isSignedIn ? state.user.userID : ''
  const outbox = services.outbox.outbox.forCustomer(customerId)
  const uploads = services.uploads.client.forCustomer(customerId)
  const { signOut, dialogs } = useSignOut({
    offline: useOffline(services),
    customer: customerId,
    session,
    outbox,
    reporter,
    uploads,
    track,
    findReason: ({ waitingFor }) => waitingFor && getReasonMessage(waitingFor),
    rescueForm: <RescueForm save={(passphrase) => saveRescueFile(customerId, passphrase)} />,
    onSignedOut: () => navigate({ to: '/$locale/login', params: { locale: locale.code } }),
  })
  useOtherCustomerMessage()
  const { path, returnTo, routeId, status, slug, part } = useCurrentPage()
  const syncChip = (
    <SyncChip
      connectivity={services.offline.connectivity}
      outbox={outbox}
      uploads={uploads}
      signedIn={isSignedIn}
      onOpen={isSignedIn && routeId !== outboxRoute ? outboxSheet.onOpen : undefined}
    />
  )

  return (
    <Shell
      isBare={routeId === maintenanceRoute}
      hasOwnBar={isSignedIn && hasOwnBar(routeId, status)}
      year={now().getFullYear()}
      tone={isSignedIn || isInApp(routeId, part) ? 'app' : 'plain'}
      signedIn={isSignedIn}
      returnTo={returnTo}
      part={part}
      slug={slug}
      admin={isSignedIn && state.user.role !== 'coach'}
      path={path}
      theme={{ chosen: chosenTheme, onChoose: theme.choose }}
      social={socialLinks[locale.code]}
      syncChip={syncChip}
      bottomBar={
        <>
          <CoachBar customer={customerId} part={part} uploads={uploads} />
          <PullToRefresh
            refresh={() =>
              Promise.all([session.queries.invalidateQueries(), outbox.deliver({ force: true })])
            }
          />
        </>
      }
      banner={<ShellBanners customer={customerId} routeId={routeId} />}
      onSignOut={signOut}
    >
      <SyncChipProvider value={syncChip}>
        <SignOutProvider value={signOut}>{children}</SignOutProvider>
      </SyncChipProvider>
      {isSignedIn && (
        // The key remounts the sheet when another coach signs in, so that it loads that coach's outbox.
        <OutboxSheet
          key={customerId}
          open={outboxSheet.open}
          onClose={outboxSheet.onClose}
          customer={customerId}
        />
      )}
      {dialogs}
    </Shell>
  )
}
