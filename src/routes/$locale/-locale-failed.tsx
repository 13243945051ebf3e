import { useRouteContext, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { localeFrom, type LocaleCode } from '../../config/locales.ts'
import { CatalogueFailed, CatalogueLoading } from '../../features/shell/catalogue-status.tsx'
import { isFromOlderBuild } from '../../i18n/catalogues.ts'

/** Shown in place of the whole page while the texts of its locale are loading. */
export const LocalePending = () => {
  const { services } = useRouteContext({ from: '__root__' })
  const locale = localeFrom(globalThis.location.pathname.split('/')[1]) ?? services.device.locale.choose()
  return <CatalogueLoading locale={locale.code} />
}

/** Shown in place of the whole page when the texts of its locale could not be loaded. */
export const LocaleFailed = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { services } = useRouteContext({ from: '__root__' })
  // A list that cannot be read is not worth a second error: the page then offers no other locale.
  const [cached] = useState(() => services.offline.cachedLocales().catch((): LocaleCode[] => []))
  const locale = localeFrom(router.state.location.pathname.split('/')[1]) ?? services.device.locale.choose()
  const onRetry = () => {
    if (isFromOlderBuild(error)) {
      void services.device.update.load()
      return
    }
    reset()
    void router.invalidate()
  }
  return <CatalogueFailed locale={locale.code} error={error} cached={cached} onRetry={onRetry} />
}
