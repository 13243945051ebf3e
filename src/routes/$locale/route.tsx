import { I18nProvider } from '@lingui/react'
import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findLocale } from '../../config/locales.ts'
import { findCorrectedPath } from '../../config/path-locale.ts'
import { waitForNextTask } from '../../lib/async/next-task.ts'
import { formatLocalTime } from '../../lib/time/local-time.ts'
import { isDownForMaintenance, redirectToMaintenance } from '../-guards.ts'
import { LocaleFailed, LocalePending } from './-locale-failed.tsx'
import { ShellRoute } from './-shell.tsx'

/**
 * Parent of everything that the site shows. It corrects a wrong or missing locale, redirects during its
 * maintenance window, loads its texts and the session, and renders the shell around its child routes.
 */
export const Route = createFileRoute('/$locale')({
  beforeLoad: async ({ context: { services, waitUntilKnown }, params, location, preload }) => {
    const correctedPath = findCorrectedPath(location.pathname, services.device.locale.choose)
    const locale = findLocale(params.locale)
    if (correctedPath !== undefined || locale === undefined) {
      throw redirect({
        to: correctedPath ?? '/',
        search: location.search,
        hash: location.hash,
        replace: true,
      })
    }
    redirectToMaintenance({ services, locale }, location)
    // Only the first check of the session is awaited. Later checks run in the background, so that a tap is
    // not delayed. Preloading a page on hover does not repeat the check. A failure is ignored, because the
    // next navigation checks again. So public pages are shown even if the browser blocks the storage.
    const isFirstCheck = services.session.state().status === 'authenticating'
    const shouldCheck = isFirstCheck || !preload
    const sessionCheck = shouldCheck ? services.session.check().catch(() => undefined) : undefined
    const sessionKnown = isFirstCheck && sessionCheck ? waitUntilKnown(sessionCheck) : undefined
    const i18n = await services.offline.catalogues.i18n(locale.code)
    await sessionKnown
    // The page is loaded in a task of its own, so that a slow phone can respond to a touch before it.
    if (isFirstCheck) await waitForNextTask()
    return { locale, i18n }
  },
  component: LocaleLayout,
  pendingComponent: LocalePending,
  errorComponent: LocaleFailed,
})

/**
 * The time between two checks of the clock. A single timer until the start of the window would fire late on a
 * phone that sleeps.
 */
const checkIntervalMs = 10_000

/**
 * Reruns the guard when the maintenance window starts, because otherwise guards run only at a navigation. A
 * coach who is filling in a form keeps it, because the redirect would remove what they typed. Their next page
 * is the maintenance page.
 */
const useMaintenanceStart = (): void => {
  const { services, locale } = Route.useRouteContext()
  const router = useRouter()
  useEffect(() => {
    const { now, openForms } = services.device
    if (!locale.maintenance || formatLocalTime(now()) >= locale.maintenance.from) return undefined
    const timer = setInterval(() => {
      if (!isDownForMaintenance({ services, locale }) || openForms.get()) return
      clearInterval(timer)
      void router.invalidate()
    }, checkIntervalMs)
    return () => clearInterval(timer)
  }, [services, locale, router])
}

function LocaleLayout() {
  const { i18n } = Route.useRouteContext()
  useMaintenanceStart()
  return (
    <I18nProvider i18n={i18n}>
      <ShellRoute>
        <Outlet />
      </ShellRoute>
    </I18nProvider>
  )
}
