import { useRouteContext, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { findLocale, type Locale, type LocaleCode } from '../../config/locales.ts'
import type { Services } from '../../app/services/services.ts'
import { CatalogueFailed, CatalogueLoading } from '../../features/shell/catalogue-status.tsx'
import { isFromOlderBuild } from '../../i18n/catalogues.ts'

/** Returns the locale of a path, such as `/es-AR/about`, or the locale of this device if the path has none. */
const findPageLocale = (path: string, { device }: Services): Locale =>
  findLocale(path.split('/')[1]) ?? device.locale.choose()

/** Shown in place of the whole page while the texts of its locale are loading. */
export const LocalePending = () => {
  const { services } = useRouteContext({ from: '__root__' })
  const locale = findPageLocale(globalThis.location.pathname, services)
  return <CatalogueLoading locale={locale.code} />
}

/** Shown in place of the whole page when the texts of its locale could not be loaded. */
export const LocaleFailed = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { services } = useRouteContext({ from: '__root__' })
  // The locales whose texts are on this device. If they cannot be read, the page offers no other locale.
  const [cachedLocales] = useState(() => services.offline.findCachedLocales().catch((): LocaleCode[] => []))
  const locale = findPageLocale(router.state.location.pathname, services)
  const onRetry = () => {
    // Only a page of the new build can load texts, so another try on this page would fail too.
    if (isFromOlderBuild(error)) {
      void services.device.update.load()
      return
    }
    reset()
    void router.invalidate()
  }
  return (
    <CatalogueFailed locale={locale.code} error={error} cachedLocales={cachedLocales} onRetry={onRetry} />
  )
}
