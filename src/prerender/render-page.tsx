import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import type { PrerenderedPage } from '../config/pages.ts'
import { Shell } from '../features/shell/shell.tsx'
import { pageCatalogue } from '../i18n/page-catalogue.ts'
import { createTranslate } from '../i18n/translate.ts'
import { documentTitle } from '../ui/layout/page.tsx'
import { publicScreen } from './public-screen.tsx'
import type { RenderPage } from './renderer.ts'

/** Removes the preloads that React adds for every picture, also for pictures at the end of the page. */
const withoutPreloads = (html: string): string => html.replaceAll(/<link rel="preload"[^>]*>/g, '')

/**
 * A form that is sent before the app runs must go nowhere: a submit would put even a password into the
 * address.
 */
const untilTheAppRuns = (html: string): string => html.replaceAll('<form', '<form method="dialog"')

/** The address of a page below its locale; its slug is the same in every language. */
const pathOf = (locale: LocaleCode, page: PrerenderedPage): string => `/${locale}/${page}`

/** Renders a public page as the app shows it to a visitor, including header and footer. */
export const renderPage: RenderPage = ({ locale, page, messages, pages, year, social }) => {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const t = createTranslate(i18n)
  const { title, description, screen } = publicScreen(page, t, v.parse(pageCatalogue, pages))
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [pathOf(locale, page)] }),
    trailingSlash: 'preserve',
  })
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <Shell
          bare={false}
          year={year}
          social={social}
          path={pathOf(locale, page)}
          tone="plain"
          signedIn={false}
          theme={{ chosen: undefined, onChoose: () => undefined }}
          syncChip={null}
          banner={null}
          bar={null}
          onSignOut={() => undefined}
        >
          {screen}
        </Shell>
      </RouterContextProvider>
    </I18nProvider>,
  )
  return {
    title: documentTitle(t, title),
    description,
    html: untilTheAppRuns(withoutPreloads(html)),
  }
}
