import { email, password } from '../../session/testing/coach.ts'
import type { SignUpInput } from '../account.ts'

/** The coach's input in the sign-up form. */
export const input: SignUpInput = {
  email,
  password,
  firstName: 'Ana',
  lastName: 'Silva',
  registration: {
    organisation: 'Ms',
    workFrom: 'BR',
    job: 'coach',
    partner: '',
    numberOfPeople: 25,
    mktChannel: 'friend',
    youngFemale: 'half',
    sportType: 'football',
  },
  emailConsent: true,
}
