import { createLocalText } from './storage/local-text.ts'

/** The locale on whose hosted page somebody has signed in in this browser, and may still be signed in there. */
export const createHostedSession = (page: Pick<Window, 'localStorage'>) =>
  createLocalText(() => page.localStorage, 'hosted-session')
