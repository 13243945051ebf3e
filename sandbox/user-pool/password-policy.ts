import { AwsError } from '../aws-json/aws-error.ts'

/** Cognito's default policy, in the order of its messages. */
const rules: readonly (readonly [pattern: RegExp, complaint: string])[] = [
  [/^.{8,}$/su, 'Password not long enough'],
  [/[a-z]/, 'Password must have lowercase characters'],
  [/[A-Z]/, 'Password must have uppercase characters'],
  [/[0-9]/, 'Password must have numeric characters'],
  [/[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]/, 'Password must have symbol characters'],
]

/** Throws InvalidPasswordException with the first rule that the password breaks. */
export const assertPasswordPolicy = (password: string) => {
  const brokenRule = rules.find(([pattern]) => !pattern.test(password))
  if (brokenRule) {
    throw new AwsError('InvalidPasswordException', `Password did not conform with policy: ${brokenRule[1]}`)
  }
}
