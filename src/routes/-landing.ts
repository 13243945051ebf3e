import type { I18n } from '@lingui/core'
import { redirect } from '@tanstack/react-router'
import type { Services } from '../app/services.ts'
import type { Locale } from '../config/locales.ts'
import { wordsOf } from '../i18n/words.ts'

/** Where a coach lands after signing in: the locale table names the message that is its address. */
export const landingOf = (locale: Locale, words: I18n) =>
  ({ to: '/$locale/$slug', params: { locale: locale.code, slug: wordsOf(words)(locale.landing) } }) as const

/** Keeps who is signed in already away from the screens for signing in and up. */
export const leaveWhenSignedIn = (context: { services: Services; locale: Locale; words: I18n }): void => {
  if (context.services.auth.state().status === 'authenticated') {
    throw redirect({ ...landingOf(context.locale, context.words), replace: true })
  }
}
