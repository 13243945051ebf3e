import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LocaleCode } from '../../config/locales.ts'
import { i18nIn } from '../../i18n/testing/i18n-in.ts'

/**
 * Renders an element as on a screen: with the texts of a locale and a router; `path` is the path below
 * the locale.
 */
export const inLocale = (locale: LocaleCode, element: ReactNode, path = ''): ReactNode => {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [`/${locale}/${path}`] }),
    trailingSlash: 'preserve',
  })
  return (
    <I18nProvider i18n={i18nIn(locale)}>
      <RouterContextProvider router={router}>{element}</RouterContextProvider>
    </I18nProvider>
  )
}
