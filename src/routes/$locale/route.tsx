import { I18nProvider } from '@lingui/react'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { localeFrom } from '../../config/locales.ts'
import { pathInLocale } from '../../i18n/path-locale.ts'
import { guardMaintenance } from '../-guards.ts'
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
    if (first) await checked
    return { locale, i18n }
  },
  component: LocaleLayout,
  pendingComponent: LocalePending,
  errorComponent: LocaleFailed,
})

function LocaleLayout() {
  const { i18n } = Route.useRouteContext()
  return (
    <I18nProvider i18n={i18n}>
      <ShellRoute>
        <Outlet />
      </ShellRoute>
    </I18nProvider>
  )
}
