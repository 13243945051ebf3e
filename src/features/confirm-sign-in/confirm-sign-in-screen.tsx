import type { Challenge } from '../../session/challenge.ts'
import { AppSetup } from './app-setup.tsx'
import type { ChallengeProps } from './challenge-form.tsx'
import { CodeChallenge } from './code-challenge.tsx'
import { EmailSetup } from './email-setup.tsx'
import { FactorChallenge } from './factor-challenge.tsx'
import { NewPasswordChallenge } from './new-password-challenge.tsx'

type Props = Omit<ChallengeProps, 'challenge'> & { challenge: Challenge }

/** Asks for what an identity provider needs after the password of a sign-in. */
export const ConfirmSignInScreen = ({ challenge, ...rest }: Props) => {
  const { kind } = challenge
  if (kind === 'new-password') return <NewPasswordChallenge challenge={challenge} {...rest} />
  if (kind === 'code') return <CodeChallenge challenge={challenge} {...rest} />
  if (kind === 'app-setup') return <AppSetup challenge={challenge} {...rest} />
  if (kind === 'email-setup') return <EmailSetup {...rest} />
  return <FactorChallenge challenge={challenge} {...rest} />
}
