import { useRouteContext, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { findLocale, type LocaleCode } from '../../config/locales.ts'
import { CatalogueFailed, CatalogueLoading } from '../../features/shell/catalogue-status.tsx'
import { isFromOlderBuild } from '../../i18n/catalogues.ts'

/** Shown in place of the whole page while the texts of its locale are loading. */
export const LocalePending = () => {
  const { services } = useRouteContext({ from: '__root__' })
  const locale = findLocale(globalThis.location.pathname.split('/')[1]) ?? services.device.locale.choose()
  return <CatalogueLoading locale={locale.code} />
}

/** Shown in place of the whole page when the texts of its locale could not be loaded. */
export const LocaleFailed = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { services } = useRouteContext({ from: '__root__' })
  // The locales whose texts are on this device. If they cannot be read, the page offers no other locale.
  const [cachedLocales] = useState(() => services.offline.findCachedLocales().catch((): LocaleCode[] => []))
  const locale = findLocale(router.state.location.pathname.split('/')[1]) ?? services.device.locale.choose()
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
