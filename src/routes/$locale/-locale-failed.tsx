import { Link, useRouteContext, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Suspense, use, useState, type ReactNode } from 'react'
import { localeFrom, type LocaleCode } from '../../config/locales.ts'
import { CatalogueFailed, CatalogueLoading } from '../../features/shell/catalogue-status.tsx'
import { builtInMessage } from '../../i18n/built-in-message.ts'

/** Shown in place of the whole page while the texts of its locale are loading. */
export const LocalePending = () => {
  const { services } = useRouteContext({ from: '__root__' })
  const named = localeFrom(globalThis.location.pathname.split('/')[1])
  return <CatalogueLoading locale={(named ?? services.device.locale.choose()).code} />
}

/** Shown in place of the whole page when the texts of its locale could not be loaded. */
export const LocaleFailed = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { services } = useRouteContext({ from: '__root__' })
  const [onDevice] = useState(() => services.offline.cachedLocales().catch((): LocaleCode[] => []))
  const locale = localeFrom(router.state.location.pathname.split('/')[1]) ?? services.device.locale.choose()
  const onRetry = () => {
    reset()
    void router.invalidate()
  }
  const screen = (available: readonly LocaleCode[]) => (
    <CatalogueFailed
      locale={locale.code}
      error={error}
      available={available.map((code) => (
        <Link key={code} to="/$locale/" params={{ locale: code }} lang={code}>
          {builtInMessage(code, `localeName.${code}`)}
        </Link>
      ))}
      onRetry={onRetry}
    />
  )
  return (
    <Suspense fallback={screen([])}>
      <WithLocales promise={onDevice} render={screen} />
    </Suspense>
  )
}

const WithLocales = ({
  promise,
  render,
}: {
  promise: Promise<LocaleCode[]>
  render: (available: readonly LocaleCode[]) => ReactNode
}) => render(use(promise))
