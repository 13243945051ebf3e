import type { SignInOutput } from 'aws-amplify/auth'
import { challengeMinutes } from '../../../config/challenge-minutes.ts'
import { fail, type Result } from '../../../lib/result.ts'
import type { Challenge, ChallengeAnswer, Factor } from '../../challenge.ts'
import type { AuthProvider, ProviderFailureKind, ProviderFailure } from '../provider.ts'

type NextStep = SignInOutput['nextStep']

/** The parts of a name by the attributes of a pool. */
const namePartByAttribute = { given_name: 'firstName', family_name: 'lastName' } as const

const isNameAttribute = (attribute: string): attribute is keyof typeof namePartByAttribute =>
  Object.hasOwn(namePartByAttribute, attribute)

const toCodeChallenge = (
  factor: Factor,
  { destination }: { destination?: string | undefined } = {},
): Challenge => ({ kind: 'code', factor, ...(destination !== undefined && { destination }) })

/** Returns the challenge of a step, or undefined if this app cannot answer it. */
const toChallenge = (step: NextStep): Challenge | undefined => {
  switch (step.signInStep) {
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED': {
      const missingAttributes: readonly string[] = step.missingAttributes ?? []
      if (!missingAttributes.every(isNameAttribute)) return undefined
      const missingNames = missingAttributes.map((attribute) => namePartByAttribute[attribute])
      return { kind: 'new-password', missingNames }
    }
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return toCodeChallenge('TOTP')
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return toCodeChallenge('EMAIL', step.codeDeliveryDetails)
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
      return toCodeChallenge('SMS', step.codeDeliveryDetails)
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
      return { kind: 'choose-factor', factors: step.allowedMFATypes ?? [] }
    case 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION':
      return { kind: 'choose-setup', factors: step.allowedMFATypes ?? [] }
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
      return { kind: 'app-setup', secret: step.totpSetupDetails.sharedSecret }
    case 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP':
      return { kind: 'email-setup' }
    // No pool of this product asks for the first three, and the last three are no challenges.
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
    case 'CONFIRM_SIGN_IN_WITH_PASSWORD':
    case 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION':
    case 'CONFIRM_SIGN_UP':
    case 'RESET_PASSWORD':
    case 'DONE':
      break
  }
  return undefined
}

/** Whether a challenge to choose a factor offers none that this app knows. */
const hasNoFactor = (challenge: Challenge): boolean =>
  'factors' in challenge && challenge.factors.length === 0

const kindByStep: Record<string, ProviderFailureKind> = {
  CONFIRM_SIGN_UP: 'user-unconfirmed',
  RESET_PASSWORD: 'reset-required',
}

/** Returns the failure for a sign-in that needs more than the password. */
export const toUnfinishedSignInFailure = (step: NextStep): ProviderFailure => {
  const name = step.signInStep
  const kind = kindByStep[name]
  if (kind) return { kind, name }
  const challenge = toChallenge(step)
  if (!challenge || hasNoFactor(challenge)) return { kind: 'challenge-unknown', name }
  return { kind: 'challenge', name, challenge }
}

/** The start of the keys under which Amplify stores the challenge of this tab in `sessionStorage`. */
const amplifyPrefix = 'CognitoSignInState.'
/** The key of the time until which a reloaded page can answer, in ms since the epoch. */
const amplifyExpiryKey = `${amplifyPrefix}expiry`

/** Removes what Amplify has stored of a challenge, which a reloaded page could still answer. */
export const forgetChallenge = (): void => {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(amplifyPrefix))
    for (const key of keys) sessionStorage.removeItem(key)
  } catch {
    // Without a `sessionStorage`, Amplify has stored nothing.
  }
}

/**
 * Lets a reloaded page answer for as long as the pool waits. Amplify itself forgets the challenge after 3
 * minutes, Cognito's default, whatever the pool is set to.
 */
const extendChallenge = (): void => {
  try {
    if (sessionStorage.getItem(amplifyExpiryKey) === null) return
    // Amplify compares it with the same clock.
    sessionStorage.setItem(amplifyExpiryKey, String(Date.now() + challengeMinutes * 60_000))
  } catch {
    // Without a `sessionStorage`, a reloaded page has nothing to answer with.
  }
}

/** Returns the attributes of a pool for the parts of a name. */
export const toNameAttributes = ({ firstName, lastName }: NonNullable<ChallengeAnswer['name']>) => ({
  ...(firstName !== undefined && { given_name: firstName }),
  ...(lastName !== undefined && { family_name: lastName }),
})

/** Returns the session of a completed sign-in, or the failure for what the pool asks for next. */
export const toSignInResult = async (
  response: Result<SignInOutput, ProviderFailure>,
  session: AuthProvider['session'],
): ReturnType<AuthProvider['session']> => {
  // Also after a failure: the pool may have accepted the first part of an answer, a new authenticator app.
  extendChallenge()
  if (!response.ok) return response
  const { nextStep } = response.value
  return nextStep.signInStep === 'DONE' ? session() : fail(toUnfinishedSignInFailure(nextStep))
}
