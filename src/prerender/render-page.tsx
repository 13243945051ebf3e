import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import type { PageId, PrerenderedPage } from '../config/pages.ts'
import { CertificateSheet } from '../features/certificates/certificate-sheet.tsx'
import { HomeScreen, type HomeContent } from '../features/home/home-screen.tsx'
import { DrillDiagram } from '../features/lesson/drill-diagram.tsx'
import { ChangeLocationScreen } from '../features/locations/change-location-screen.tsx'
import { InformationScreen } from '../features/pages/information-screen.tsx'
import { SitemapScreen } from '../features/pages/sitemap-screen.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { SignInScreen } from '../features/sign-in/sign-in-screen.tsx'
import { SignUpScreen } from '../features/sign-up/sign-up-screen.tsx'
import { VerifyCertificateScreen } from '../features/verify-certificate/verify-certificate-screen.tsx'
import { courseCatalogueSchema } from '../i18n/course-catalogue.ts'
import { moduleContentSchema } from '../i18n/module-content.ts'
import { isPageId, pageCatalogueSchema, type PageTexts } from '../i18n/page-catalogue.ts'
import { createTranslate, type Translate } from '../i18n/translate.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { formatDocumentTitle } from '../ui/layout/page.tsx'
import type { RenderPage } from './renderer.ts'

/**
 * A page as a visitor first sees it, and its description for search engines. The home page has no title of
 * its own.
 */
type PublicScreen = { title?: string; description: string; screen: ReactNode }

const doNothing = () => undefined
/** Never called, because the app takes over the page before a form can be sent. */
const rejectSubmit = () => Promise.reject(new Error('A prerendered page cannot submit a form'))

/** Every prerendered page except the information pages, which consist only of their texts. */
const screens: Record<
  Exclude<PrerenderedPage, PageId>,
  (t: Translate, content: HomeContent) => PublicScreen
> = {
  '': (t, content) => ({
    description: t('site.description'),
    screen: <HomeScreen content={content} Drill={DrillDiagram} Certificate={CertificateSheet} />,
  }),
  'sign-up': (t) => ({
    title: t('signUp.title'),
    description: t('signUp.intro'),
    screen: (
      <SignUpScreen
        step="you"
        onStep={doNothing}
        onBack={doNothing}
        initialTexts={{}}
        offline={false}
        onTextsChange={doNothing}
        signUp={rejectSubmit}
        onSignedUp={doNothing}
      />
    ),
  }),
  login: (t) => ({
    title: t('signIn.title'),
    description: t('site.description'),
    screen: (
      <SignInScreen
        offline={false}
        signIn={rejectSubmit}
        signInWithPasskey={rejectSubmit}
        onSignedIn={doNothing}
        onNextStep={doNothing}
      />
    ),
  }),
  sitemap: (t) => ({
    title: t('sitemap.title'),
    description: t('site.description'),
    screen: <SitemapScreen isSignedIn={false} />,
  }),
  'change-location': (t) => ({
    title: t('changeLocation.title'),
    description: t('changeLocation.intro'),
    screen: <ChangeLocationScreen getPathIn={() => ''} />,
  }),
  verify: (t) => ({
    title: t('verifyCertificate.title'),
    description: t('verifyCertificate.intro'),
    screen: <VerifyCertificateScreen onCheck={doNothing} />,
  }),
}

/**
 * Creates the content of a public page. `textsByPage` contains the texts of the information pages, and
 * `content` the courses and the lesson of which the home page shows parts.
 */
const createPublicScreen = (
  page: PrerenderedPage,
  t: Translate,
  { textsByPage, ...content }: HomeContent & { textsByPage: Record<PageId, PageTexts> },
): PublicScreen => {
  if (!isPageId(page)) return screens[page](t, content)
  const texts = textsByPage[page]
  const [firstParagraph] = texts.sections.flatMap(({ paragraphs }) => paragraphs)
  return {
    title: texts.title,
    description: firstParagraph ?? t('site.description'),
    screen: <InformationScreen id={page} texts={texts} isSignedIn={false} />,
  }
}

/**
 * Removes the preloads that React adds for every picture, because pictures further down would delay those at
 * the top.
 */
const removePreloads = (html: string): string => html.replaceAll(/<link rel="preload"[^>]*>/g, '')

/**
 * Makes forms send nothing before the app runs. Otherwise, a submit would put the values of the fields, even
 * a password, into the URL. A form with the method `dialog` outside a dialog does nothing.
 */
const disableForms = (html: string): string => html.replaceAll('<form', '<form method="dialog"')

/**
 * Adds two notices above the first form: one that only a browser without JavaScript shows, because the form
 * needs it, and a hidden one for a visitor without a connection (`src/platform/form-without-app.ts`).
 */
const addFormNotices = (html: string, t: Translate): string => {
  const notices = (
    <>
      <noscript>
        <Notice tone="warning">{t('error.formWithoutJavaScript')}</Notice>
      </noscript>
      <div data-offline-form="" hidden>
        <Notice tone="info">{t('error.offlineForm')}</Notice>
      </div>
    </>
  )
  // A function, because `$` in a replacement text would have a special meaning.
  return html.replace('<form', (form) => `${renderToStaticMarkup(notices)}${form}`)
}

/** Returns the path of a page. Its last segment is the same in every language. */
const toPath = (locale: LocaleCode, page: PrerenderedPage): string => `/${locale}/${page}`

/**
 * Renders a public page at build time as the app shows it to a visitor, including header and footer, so that
 * people and search engines can read it before the app has loaded.
 */
export const renderPage: RenderPage = ({ locale, page, messages, pages, courses, lesson, year, social }) => {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const t = createTranslate(i18n)
  const { title, description, screen } = createPublicScreen(page, t, {
    textsByPage: v.parse(pageCatalogueSchema, pages),
    courses: v.parse(courseCatalogueSchema, courses),
    lesson: v.parse(moduleContentSchema, lesson),
  })
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [toPath(locale, page)] }),
    trailingSlash: 'preserve',
  })
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <Shell
          isBare={false}
          hasOwnBar={false}
          year={year}
          social={social}
          path={toPath(locale, page)}
          tone="plain"
          signedIn={false}
          theme={{ chosen: undefined, onChoose: () => undefined }}
          syncChip={null}
          banner={null}
          bottomBar={null}
          onSignOut={() => undefined}
        >
          {screen}
        </Shell>
      </RouterContextProvider>
    </I18nProvider>,
  )
  return {
    title: formatDocumentTitle(t, title),
    description,
    html: addFormNotices(disableForms(removePreloads(html)), t),
  }
}
