import type { ReactNode } from 'react'
import type { PageId, PrerenderedPage } from '../config/pages.ts'
import { VerifyCertificateScreen } from '../features/verify-certificate/verify-certificate-screen.tsx'
import { HomeScreen } from '../features/home/home-screen.tsx'
import { ChangeLocationScreen } from '../features/locations/change-location-screen.tsx'
import { InformationScreen } from '../features/pages/information-screen.tsx'
import { SitemapScreen } from '../features/pages/sitemap-screen.tsx'
import { SignInScreen } from '../features/sign-in/sign-in-screen.tsx'
import { SignUpScreen } from '../features/sign-up/sign-up-screen.tsx'
import { isPageId, type PageTexts } from '../i18n/page-catalogue.ts'
import type { Translate } from '../i18n/translate.ts'

/**
 * A page as a visitor first sees it, and its description for search engines. The home page has no title of
 * its own.
 */
export type PublicScreen = { title?: string; description: string; screen: ReactNode }

const nothing = () => undefined
/** The app takes over the page before a form can be sent. */
const unsent = () => Promise.reject(new Error('A page that was prerendered sends nothing.'))

/** Every prerendered page except the information pages, which consist only of their texts. */
const screens: Record<Exclude<PrerenderedPage, PageId>, (t: Translate) => PublicScreen> = {
  '': (t) => ({
    description: t('site.description'),
    screen: <HomeScreen signedIn={false} />,
  }),
  'sign-up': (t) => ({
    title: t('signUp.title'),
    description: t('signUp.intro'),
    screen: (
      <SignUpScreen
        step="you"
        onStep={nothing}
        onBack={nothing}
        begun={{}}
        offline={false}
        onTyped={nothing}
        signUp={unsent}
        onSignedUp={nothing}
      />
    ),
  }),
  login: (t) => ({
    title: t('signIn.title'),
    description: t('site.description'),
    screen: <SignInScreen offline={false} signIn={unsent} onSignedIn={nothing} onUnconfirmed={nothing} />,
  }),
  sitemap: (t) => ({
    title: t('sitemap.title'),
    description: t('site.description'),
    screen: <SitemapScreen signedIn={false} />,
  }),
  'change-location': (t) => ({
    title: t('changeLocation.title'),
    description: t('changeLocation.intro'),
    screen: <ChangeLocationScreen pathIn={() => ''} />,
  }),
  verify: (t) => ({
    title: t('verifyCertificate.title'),
    description: t('verifyCertificate.intro'),
    screen: <VerifyCertificateScreen onCheck={nothing} />,
  }),
}

/** The content of a public page before the app runs. `textsOf` holds the texts of the information pages. */
export const publicScreen = (
  page: PrerenderedPage,
  t: Translate,
  textsOf: Record<PageId, PageTexts>,
): PublicScreen => {
  if (!isPageId(page)) return screens[page](t)
  const texts = textsOf[page]
  const [first] = texts.sections.flatMap(({ paragraphs }) => paragraphs)
  return {
    title: texts.title,
    description: first ?? t('site.description'),
    screen: <InformationScreen texts={texts} />,
  }
}
