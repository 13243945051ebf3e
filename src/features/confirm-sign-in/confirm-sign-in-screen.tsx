import type { Challenge } from '../../session/challenge.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import type { ChallengeProps } from './challenge-form.tsx'
import { CodeChallenge } from './code-challenge.tsx'
import { EmailSetup } from './email-setup.tsx'
import { FactorChallenge } from './factor-challenge.tsx'
import { NewPasswordChallenge } from './new-password-challenge.tsx'

type Props = Omit<ChallengeProps, 'challenge'> & { challenge: Challenge }

/** Asks for what an identity provider needs after the password of a sign-in. */
export const ConfirmSignInScreen = ({ challenge, ...challengeProps }: Props) => {
  const { kind } = challenge
  if (kind === 'new-password') return <NewPasswordChallenge challenge={challenge} {...challengeProps} />
  if (kind === 'code') return <CodeChallenge challenge={challenge} {...challengeProps} />
  if (kind === 'app-setup') return <AuthenticatorSetup challenge={challenge} {...challengeProps} />
  if (kind === 'email-setup') return <EmailSetup {...challengeProps} />
  return <FactorChallenge challenge={challenge} {...challengeProps} />
}
