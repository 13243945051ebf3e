import { chooseLocale } from '../i18n/negotiate-locale.ts'
import { createStoredLocale } from '../i18n/stored-locale.ts'
import type { Services } from './services.ts'

/** Which locale a visitor gets whose path names none, and the memory of the one they had. */
export const createLocaleChoice = (): Pick<Services, 'storedLocale' | 'chooseLocale'> => {
  const storedLocale = createStoredLocale(() => localStorage)
  return {
    storedLocale,
    chooseLocale: (meant) =>
      chooseLocale({
        query: new URLSearchParams(location.search).get('locale'),
        // A path that asks for a language we nearly have says more than what was on screen last.
        stored: meant === undefined ? storedLocale.read() : undefined,
        languages: meant === undefined ? navigator.languages : [meant, ...navigator.languages],
      }),
  }
}
