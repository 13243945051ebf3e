import { LinguiContext } from '@lingui/react'
import { useRouteContext, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { use, useEffect } from 'react'
import { localeFrom } from '../../config/locales.ts'
import { negotiateLocale } from '../../config/negotiate-locale.ts'
import { AppFailed } from '../../features/shell/catalogue-status.tsx'
import { PageFailed, StorageBlockedPage, StorageBlocked } from '../../features/shell/error-pages.tsx'
import { CatalogueMissing, isFromOlderBuild } from '../../i18n/catalogues.ts'
import { consoleLog } from '../../platform/log.ts'
import type { Services } from '../services/services.ts'

type Matches = { state: { matches: readonly { fullPath: string }[] } }

/** The pattern of the page on screen, such as `/$locale/courses`; empty before the first page. */
export const getRoute = ({ state: { matches } }: Matches): string => matches.at(-1)?.fullPath ?? ''

/**
 * Whether a script or style could not be downloaded. Recognises the error messages of browsers, and of Vite
 * for styles.
 */
const isDownloadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message)

/** Logs the error of a route. Blocked storage is not an error of the app; the page explains it. */
export const logCaughtError = (error: unknown): void => {
  if (!(error instanceof StorageBlocked)) console.error(error)
}

/** Shown in place of the whole app, when the texts of a locale or another part may be missing. */
export const AppFailedRoute = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  useEffect(() => consoleLog.error('The app failed', { reason: String(error) }), [error])
  const locale = localeFrom(location.pathname.split('/')[1]) ?? negotiateLocale(navigator.languages)
  return <AppFailed locale={locale.code} />
}

/** Shown in place of a page that failed; the rest of the app keeps working. */
export const RouteFailed = (props: ErrorComponentProps) => {
  const lingui = use(LinguiContext)
  // Without it, the route is above the one that loads the texts of its locale.
  if (!lingui) return <AppFailedRoute {...props} />
  return props.error instanceof StorageBlocked ? <StorageBlockedPage /> : <PageFailedRoute {...props} />
}

type FailureServices = {
  session: Pick<Services['session'], 'state'>
  outbox: { outbox: Pick<Services['outbox']['outbox'], 'snapshot'> }
}

/** Why a page failed, although the browser is online. */
export const failureReason = (error: unknown, { session, outbox }: FailureServices) => {
  if (isDownloadFailure(error)) return 'error.partMissing'

  // `authenticating` although a page was opened: the stored session could not be read.
  const isStorageFailed =
    session.state().status === 'authenticating' || outbox.outbox.snapshot().storage === 'failed'
  return isStorageFailed ? 'sync.storageFailed' : 'error.unexpected'
}

const PageFailedRoute = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { services } = useRouteContext({ from: '__root__' })
  useEffect(() => consoleLog.error('A page failed', { reason: String(error) }), [error])
  const isFileMissing =
    error instanceof CatalogueMissing ? error.reason === 'offline' : isDownloadFailure(error)
  const isOffline = isFileMissing && !services.offline.connectivity.state().online
  useEffect(() => {
    if (!isOffline) void services.device.health.error(error, getRoute(router))
  }, [error, isOffline, router, services])
  return (
    <PageFailed
      reason={isOffline ? 'error.offlineNeedsConnection' : failureReason(error, services)}
      onRetry={() => {
        if (isFromOlderBuild(error)) {
          void services.device.update.load()
          return
        }
        // A module that failed to download stays failed until the page is reloaded.
        if (isDownloadFailure(error)) location.reload()
        reset()
        void router.invalidate()
      }}
    />
  )
}
