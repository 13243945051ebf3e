import { randomUUID } from 'node:crypto'
import type { SignUpInput } from '../src/account/account.ts'

export const password = 'Treino-2026!'
/** The password of every demo account. */
export const demoPassword = 'Barriers-2026!'

/** What somebody new types into the sign-up form. */
export const newcomer = (): SignUpInput => ({
  email: `coach-${randomUUID()}@example.com`,
  password,
  firstName: 'Ana',
  lastName: 'Souza',
  registration: {
    organisation: 'Ms',
    workFrom: 'BR',
    job: 'coach',
    partner: '',
    numberOfPeople: 24,
    mktChannel: 'friend',
    youngFemale: 'half',
    sportType: 'football',
  },
  emailConsent: true,
})
