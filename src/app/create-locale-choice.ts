import { chooseLocale } from '../i18n/negotiate-locale.ts'
import { createStoredLocale } from '../i18n/stored-locale.ts'
import type { Services } from './services.ts'

/** Which locale a visitor gets whose path names none, and the memory of the one they had. */
export const createLocaleChoice = (): Pick<Services, 'storedLocale' | 'chooseLocale'> => {
  const search = () => new URLSearchParams(location.search)
  const storedLocale = createStoredLocale(() => localStorage)
  return {
    storedLocale,
    chooseLocale: (meant) =>
      chooseLocale({
        query: search().get('locale'),
        // An app that was just installed has a memory of its own on iOS: its manifest says which locale it was.
        // A path that asks for a language we nearly have says more than what was on screen last.
        stored: meant === undefined ? (storedLocale.read() ?? search().get('installed')) : undefined,
        languages: meant === undefined ? navigator.languages : [meant, ...navigator.languages],
      }),
  }
}
