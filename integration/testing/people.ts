import { randomUUID } from 'node:crypto'
import type { SignUpInput } from '../../src/account/account.ts'

export const password = 'Treino-2026!'
export const demoPassword = 'Barriers-2026!'

/** The sign-up form as a new coach fills it in. */
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
