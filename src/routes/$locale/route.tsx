import { I18nProvider } from '@lingui/react'
import { createFileRoute, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { localeFrom } from '../../config/locales.ts'
import { localTime } from '../../lib/local-time.ts'
import { pathInLocale } from '../../config/path-locale.ts'
import { guardMaintenance, isDown } from '../-guards.ts'
import { LocaleFailed, LocalePending } from './-locale-failed.tsx'
import { ShellRoute } from './-shell.tsx'

/**
 * Everything the site shows is below a locale. This route corrects a wrong or missing locale, redirects while its
 * maintenance window lasts, loads its texts and the session, and puts the shell around what is below.
 */
export const Route = createFileRoute('/$locale')({
  beforeLoad: async ({ context: { services }, params, location, preload }) => {
    const elsewhere = pathInLocale(location.pathname, services.device.locale.choose)
    const locale = localeFrom(params.locale)
    if (elsewhere !== undefined || locale === undefined) {
      throw redirect({ to: elsewhere ?? '/', search: location.search, hash: location.hash, replace: true })
    }
    guardMaintenance({ services, locale }, location)
    // Only the first look at the session is worth waiting for: later ones find one that has ended without holding up a
    // tap. Nothing is thrown away by ignoring a failure: the next navigation looks again, and where the browser blocks
    // the storage, the pages that anybody may see are shown.
    const first = services.session.state().status === 'authenticating'
    const checked = first || !preload ? services.session.check().catch(() => undefined) : undefined
    const i18n = await services.offline.catalogues.i18n(locale.code)
    // Storage that does not respond keeps nobody from public pages: a session that is found later is shown then.
    if (first && checked) await services.session.inTime(checked)
    return { locale, i18n }
  },
  component: LocaleLayout,
  pendingComponent: LocalePending,
  errorComponent: LocaleFailed,
})

/** ms between two looks at the clock: a timer until the window would be late on a phone that sleeps. */
const lookEvery = 10_000

/** Has the guard look again when the maintenance window begins: who stays on a page meets no guard. */
const useMaintenanceStart = (): void => {
  const { services, locale } = Route.useRouteContext()
  const router = useRouter()
  useEffect(() => {
    const { now } = services.device
    if (!locale.maintenance || localTime(now()) >= locale.maintenance.from) return undefined
    const timer = setInterval(() => {
      if (!isDown({ services, locale })) return
      clearInterval(timer)
      void router.invalidate()
    }, lookEvery)
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
