import { Secret, TOTP } from 'otpauth'
import { setUpTOTP, signIn, signOut, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth'
import { getUserPool } from '../shared/settings.ts'
import type { PoolName } from '../../src/config/locales.ts'
import { callAws, formatUserPoolTarget } from './call-aws.ts'
import type { TestSandbox } from './start-test-sandbox.ts'

/** The header of a signed call. The sandbox accepts any signature. */
export const operatorHeaders = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=AKIAOPERATOR/20261130/us-east-1/cognito-idp/aws4_request, SignedHeaders=host;x-amz-date, Signature=00',
}

/** Each factor as the member of SetUserPoolMfaConfig that turns it on. */
const factorMembers = {
  totp: { SoftwareTokenMfaConfiguration: { Enabled: true } },
  email: { EmailMfaConfiguration: {} },
  sms: { SmsMfaConfiguration: {} },
}
type FactorName = keyof typeof factorMembers

type Invitation = { email: string; password: string; attributes?: Record<string, string> }

/** Makes an operator's calls in one pool of a test's sandbox. */
export const connectOperator = (sandbox: TestSandbox, country: PoolName) => {
  const { userPoolId } = getUserPool(country)
  const call = (operation: string, input: object) =>
    callAws(
      sandbox.addresses().userPool,
      formatUserPoolTarget(operation),
      { UserPoolId: userPoolId, ...input },
      operatorHeaders,
    )
  /** Makes a call that must succeed. */
  const require = async (operation: string, input: object) => {
    const { status, body } = await call(operation, input)
    if (status !== 200) throw new Error(`${operation} failed: ${JSON.stringify(body)}`)
  }

  return {
    call,
    /** Creates a user with a verified address and a temporary password, without a message. */
    invite: ({ email, password, attributes = {} }: Invitation) =>
      require('AdminCreateUser', {
        Username: email,
        TemporaryPassword: password,
        MessageAction: 'SUPPRESS',
        UserAttributes: Object.entries({ email_verified: 'true', ...attributes }).map(([Name, Value]) => ({
          Name,
          Value,
        })),
      }),
    /** Enables the codes by email of a user, as the preferred factor. */
    enableEmailCode: (email: string) =>
      require('AdminSetUserMFAPreference', {
        Username: email,
        EmailMfaSettings: { Enabled: true, PreferredMfa: true },
      }),
    /** Disables the codes by email, which every demo admin gets. */
    disableEmailCode: (email: string) =>
      require('AdminSetUserMFAPreference', { Username: email, EmailMfaSettings: { Enabled: false } }),
    /** Makes the pool track devices, which replace the second factor when their users want that. Or not. */
    trackDevices: (isOn: boolean) =>
      require('UpdateUserPool', {
        ...(isOn && {
          DeviceConfiguration: { ChallengeRequiredOnNewDevice: true, DeviceOnlyRememberedOnUserPrompt: true },
        }),
      }),
    /**
     * Sets whether the pool offers passkeys, and for which site. Without settings, as the sandbox starts.
     */
    setPasskeys: async ({
      isOn = true,
      relyingPartyId,
    }: {
      isOn?: boolean
      relyingPartyId?: string | null
    } = {}) => {
      await require('UpdateUserPool', {
        Policies: {
          SignInPolicy: { AllowedFirstAuthFactors: isOn ? ['PASSWORD', 'WEB_AUTHN'] : ['PASSWORD'] },
        },
      })
      await require('SetUserPoolMfaConfig', {
        MfaConfiguration: 'OPTIONAL',
        ...factorMembers.totp,
        ...factorMembers.email,
        ...factorMembers.sms,
        WebAuthnConfiguration: {
          UserVerification: 'required',
          ...(relyingPartyId !== null && { RelyingPartyId: relyingPartyId ?? 'localhost' }),
        },
      })
    },
    /** Sets whether the pool requires a second factor, and which ones it offers. */
    setPoolMfa: (configuration: 'OFF' | 'OPTIONAL' | 'ON', factors: readonly FactorName[]) =>
      require('SetUserPoolMfaConfig', {
        MfaConfiguration: configuration,
        ...Object.assign({}, ...factors.map((factor) => factorMembers[factor])),
      }),
  }
}

/** Returns the code that an authenticator app shows, at the time of the sandbox plus some 30-second steps. */
export const readTotpCode = (sandbox: TestSandbox, secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: sandbox.now() + steps * 30_000 })

/**
 * Sets up an authenticator app for a user of the connected pool, as the preferred factor, and signs out.
 * Returns its secret. The code of the current step is used.
 */
export const enableTotp = async (sandbox: TestSandbox, user: { username: string; password: string }) => {
  await signIn(user)
  const { sharedSecret } = await setUpTOTP()
  await verifyTOTPSetup({ code: readTotpCode(sandbox, sharedSecret) })
  await updateMFAPreference({ totp: 'PREFERRED' })
  await signOut()
  return sharedSecret
}
