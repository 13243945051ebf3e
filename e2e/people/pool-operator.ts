import { addresses } from '../system/addresses.ts'
import { createCoach, type Coach } from './coach.ts'
import { postJson } from './post-json.ts'

export const callUserPool = (operation: string, body: object, authorization?: string): Promise<unknown> => {
  const headers = {
    'Content-Type': 'application/x-amz-json-1.1',
    'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
    ...(authorization !== undefined && { Authorization: authorization }),
  }
  return postJson(`${addresses.userPool}/`, headers, body)
}

/** The signature of an operator's call. The stand-in accepts any. */
const operatorAuthorization =
  'AWS4-HMAC-SHA256 Credential=OPERATOR/20261130/sa-east-1/cognito-idp/aws4_request'

/** The ids of the user pools by the country of the locale. */
const poolIds: Readonly<Record<string, string>> = {
  BR: 'sa-east-1_BrBarrier',
  GB: 'eu-west-2_GbBarrier',
  AU: 'ap-southeast-2_AuBarrier',
  NZ: 'ap-southeast-2_NzBarrier',
  AR: 'sa-east-1_ArBarrier',
  MX: 'us-east-1_MxBarrier',
}

const callForPool = (operation: string, locale: string, body: object) =>
  callUserPool(operation, { UserPoolId: poolIds[locale.slice(-2)], ...body }, operatorAuthorization)

/** Calls the user pool of a coach as its operator. */
export const callAsOperator = (operation: string, { locale, email }: Coach, body: object) =>
  callForPool(operation, locale, { Username: email, ...body })

/**
 * Invites a new coach, as an operator of the user pool does: with a temporary password, which is the one of
 * the result, and without a name, if the attributes contain none.
 */
export const inviteCoach = async (
  locale: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<Coach> => {
  const coach = createCoach(locale)
  await callAsOperator('AdminCreateUser', coach, {
    TemporaryPassword: coach.password,
    MessageAction: 'SUPPRESS',
    UserAttributes: Object.entries({ email_verified: 'true', ...attributes }).map(([Name, Value]) => ({
      Name,
      Value,
    })),
  })
  return coach
}

/** Each second factor as the member of SetUserPoolMfaConfig that turns it on. */
const factorMembers = {
  app: { SoftwareTokenMfaConfiguration: { Enabled: true } },
  email: { EmailMfaConfiguration: {} },
  sms: { SmsMfaConfiguration: {} },
}

/** Sets whether the pool of a locale requires a second factor, and which ones it offers. */
export const setPoolFactors = (
  locale: string,
  need: 'optional' | 'required',
  factors: readonly (keyof typeof factorMembers)[],
) =>
  callForPool('SetUserPoolMfaConfig', locale, {
    MfaConfiguration: need === 'required' ? 'ON' : 'OPTIONAL',
    ...Object.assign({}, ...factors.map((factor) => factorMembers[factor])),
  })

/** Sets the second factors of a pool as the stand-in starts. */
export const resetPoolFactors = (locale: string) =>
  setPoolFactors(locale, 'optional', ['app', 'email', 'sms'])
