import type { ReactNode } from 'react'
import type { PageId, PrerenderedPage } from '../config/pages.ts'
import { CheckScreen } from '../features/certificate-check/check-screen.tsx'
import { HomeScreen } from '../features/home/home-screen.tsx'
import { ChangeLocationScreen } from '../features/locations/change-location-screen.tsx'
import { InformationScreen } from '../features/pages/information-screen.tsx'
import { SitemapScreen } from '../features/pages/sitemap-screen.tsx'
import { SignInScreen } from '../features/sign-in/sign-in-screen.tsx'
import { SignUpScreen } from '../features/sign-up/sign-up-screen.tsx'
import { isPageId, type PageTexts } from '../i18n/page-catalogue.ts'
import type { Translate } from '../i18n/translate.ts'

/** A page as a visitor first sees it, and what search engines say of it; the home page has no title of its own. */
export type PublicScreen = { title?: string; description: string; screen: ReactNode }

const nothing = () => undefined
/** The app has taken over before anybody can send a form. */
const unsent = () => Promise.reject(new Error('A page that was prerendered sends nothing.'))

/** Every page but those whose texts are all that there is to them. */
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
    title: t('check.title'),
    description: t('check.intro'),
    screen: <CheckScreen onCheck={nothing} />,
  }),
}

/** What stands on a public page before the app runs; `textsOf` has what the information pages say. */
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
