import { LinguiContext } from '@lingui/react'
import { useRouteContext, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { use, useEffect } from 'react'
import { findLocale } from '../../config/locales.ts'
import { negotiateLocale } from '../../config/negotiate-locale.ts'
import { readLanguages } from '../../lib/read-languages.ts'
import { AppFailed } from '../../features/shell/catalogue-status.tsx'
import { PageFailed, StorageBlockedError, StorageBlockedPage } from '../../features/shell/error-pages.tsx'
import { CatalogueMissingError, isFromOlderBuild } from '../../i18n/catalogues.ts'
import { consoleLog } from '../../platform/log.ts'
import { canReloadOffline } from '../../platform/service-worker/reload-offline.ts'
import { useOffline } from '../../routes/-use-offline.ts'
import type { Services } from '../services/services.ts'

type Matches = { state: { matches: readonly { fullPath: string }[] } }

/**
 * Returns the route pattern of the current page, such as `/$locale/courses`, or an empty text if there is no
 * page.
 */
export const getRoute = ({ state: { matches } }: Matches): string => matches.at(-1)?.fullPath ?? ''

/**
 * Whether a script or style could not be downloaded. Recognises the error messages of browsers, and of Vite
 * for styles.
 */
const isDownloadFailure = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message)

/** Whether a page needs a file that could not be downloaded, so that loading it again may help. */
export const isFileMissing = (error: unknown): boolean =>
  error instanceof CatalogueMissingError ? error.reason === 'offline' : isDownloadFailure(error)

/** Logs the error of a route. Blocked storage is not an error of the app; the page explains it. */
export const logCaughtError = (error: unknown): void => {
  if (!(error instanceof StorageBlockedError)) console.error(error)
}

/** Shown in place of the whole app, when the texts of a locale or another part may be missing. */
export const AppFailedRoute = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  useEffect(() => consoleLog.error('The app failed', { reason: String(error) }), [error])
  const locale = findLocale(location.pathname.split('/')[1]) ?? negotiateLocale(readLanguages(navigator))
  return <AppFailed locale={locale.code} />
}

/** Shown in place of a page that failed; the rest of the app keeps working. */
export const RouteFailed = (props: ErrorComponentProps) => {
  const lingui = use(LinguiContext)
  // Without it, the failed route is above `/$locale`, which loads the texts.
  if (!lingui) return <AppFailedRoute {...props} />
  return props.error instanceof StorageBlockedError ? <StorageBlockedPage /> : <PageFailedRoute {...props} />
}

type FailureServices = {
  session: Pick<Services['session'], 'state'>
  outbox: { outbox: Pick<Services['outbox']['outbox'], 'snapshot'> }
}

/** Returns the message about why a page failed, if the reason is not that the browser is offline. */
export const findFailureMessage = (error: unknown, { session, outbox }: FailureServices) => {
  if (isDownloadFailure(error)) return 'error.partMissing'

  // A session that is still `authenticating` when a page is open could not be read from storage.
  const isStorageFailed =
    session.state().status === 'authenticating' || outbox.outbox.snapshot().storage === 'failed'
  return isStorageFailed ? 'sync.storageFailed' : 'error.unexpected'
}

const PageFailedRoute = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { services } = useRouteContext({ from: '__root__' })
  useEffect(() => consoleLog.error('A page failed', { reason: String(error) }), [error])
  const isOffline = useOffline(services)
  const isMissingOffline = isFileMissing(error) && isOffline
  useEffect(() => {
    if (!isMissingOffline) void services.device.health.countError(error, getRoute(router))
  }, [error, isMissingOffline, router, services])
  /** Does nothing if the browser would show its own error page instead of the app. */
  const reloadIfPossible = async () => {
    if (canReloadOffline() || (await services.offline.connectivity.check())) location.reload()
  }
  const retry = () => {
    // The server no longer has the texts of this build, so only the newest version can continue.
    if (isFromOlderBuild(error)) {
      void services.device.update.load()
      return
    }
    // The browser does not fetch a script again that failed to download, until the page is reloaded.
    if (isDownloadFailure(error)) {
      void reloadIfPossible()
      return
    }
    reset()
    void router.invalidate()
  }
  return (
    <PageFailed
      reason={isMissingOffline ? 'error.offlineNeedsConnection' : findFailureMessage(error, services)}
      onRetry={retry}
    />
  )
}
