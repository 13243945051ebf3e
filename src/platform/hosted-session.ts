import { createLocalText } from './storage/local-text.ts'

/** The locale of the hosted page on which a coach signed in with this browser and may still have a session. */
export const createHostedSession = (page: Pick<Window, 'localStorage'>) =>
  createLocalText(() => page.localStorage, 'hosted-session')
