import { useRouteContext } from '@tanstack/react-router'
import { localeFrom } from '../../config/locales.ts'
import { CatalogueLoading } from '../../features/shell/catalogue-status.tsx'

/** In place of the whole page while the words of its locale are on their way. */
export const LocalePending = () => {
  const { services } = useRouteContext({ from: '__root__' })
  const named = localeFrom(globalThis.location.pathname.split('/')[1])
  return <CatalogueLoading locale={(named ?? services.device.locale.choose()).code} />
}
