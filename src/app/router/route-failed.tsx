import { LinguiContext } from '@lingui/react'
import { useRouteContext, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { use, useEffect } from 'react'
import { localeFrom } from '../../config/locales.ts'
import { negotiateLocale } from '../../config/negotiate-locale.ts'
import { AppFailed } from '../../features/shell/catalogue-status.tsx'
import { PageFailed, StorageBlockedPage, StorageBlocked } from '../../features/shell/error-pages.tsx'
import { CatalogueMissing, isGone } from '../../i18n/catalogues.ts'
import { consoleLog } from '../../platform/log.ts'

type Matches = { state: { matches: readonly { fullPath: string }[] } }

/** The pattern of the page on screen, such as `/$locale/courses`; empty before the first page. */
export const routeOf = ({ state: { matches } }: Matches): string => matches.at(-1)?.fullPath ?? ''

/** The error messages of browsers, and of Vite for styles, when a script or style could not be downloaded. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message)

/** Logs the error of a route. Blocked storage is not an error of the app; the page explains it. */
export const logCaughtError = (error: unknown): void => {
  if (!(error instanceof StorageBlocked)) console.error(error)
}

/** Shown in place of the whole app, when the texts of a locale or another part may be missing. */
export const AppFailedRoute = ({ error }: Pick<ErrorComponentProps, 'error'>) => {
  useEffect(() => consoleLog.error('The app failed', { reason: String(error) }), [error])
  const named = localeFrom(location.pathname.split('/')[1])
  return <AppFailed locale={(named ?? negotiateLocale(navigator.languages)).code} />
}

/** Shown in place of a page that failed; the rest of the app keeps working. */
export const RouteFailed = (props: ErrorComponentProps) => {
  const inLocale = use(LinguiContext)
  if (!inLocale) return <AppFailedRoute {...props} />
  return props.error instanceof StorageBlocked ? <StorageBlockedPage /> : <PageFailedRoute {...props} />
}

const PageFailedRoute = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { services } = useRouteContext({ from: '__root__' })
  useEffect(() => consoleLog.error('A page failed', { reason: String(error) }), [error])
  const missing = error instanceof CatalogueMissing ? error.reason === 'offline' : isMissingPart(error)
  const offline = missing && !services.offline.connectivity.state().online
  useEffect(() => {
    if (!offline) void services.device.health.error(error, routeOf(router))
  }, [error, offline, router, services])
  const storageFailed =
    services.session.state().status === 'authenticating' ||
    services.outbox.outbox.snapshot().storage === 'failed'
  return (
    <PageFailed
      reason={
        offline ? 'error.offlineNeedsConnection' : storageFailed ? 'sync.storageFailed' : 'error.unexpected'
      }
      onRetry={() => {
        if (isGone(error)) {
          void services.device.update.load()
          return
        }
        // A module that failed to download stays failed until the page is reloaded.
        if (isMissingPart(error)) location.reload()
        reset()
        void router.invalidate()
      }}
    />
  )
}
