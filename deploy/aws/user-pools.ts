import { CfnOutput, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as cognito from 'aws-cdk-lib/aws-cognito'
import { challengeMinutes } from '../../src/config/challenge-minutes.ts'
import { poolNames, type PoolName } from '../../src/config/locales.ts'
import { createHostedPage, createOAuthOptions } from './hosted-pages.ts'
import { createPoolEmails } from './pool-emails.ts'
import { suppressRule } from './suppress-rule.ts'
import type { Protect } from './protection.ts'
import type { Settings } from './settings.ts'

/** The region of each country's user pool: the nearest region that offers user pools with SES. */
export const poolRegions: Record<PoolName, string> = {
  BR: 'sa-east-1',
  GB: 'eu-west-2',
  AU: 'ap-southeast-2',
  NZ: 'ap-southeast-2',
  AR: 'sa-east-1',
  MX: 'us-east-1',
}

/**
 * The members of this group are admins: the server reads the group from the token
 * (`server/auth/user-pool-tokens.ts`).
 */
const adminGroup = 'admin'

/** Adds the client that the app uses in browsers to call a pool. A browser cannot keep a client secret. */
const addWebClient = (pool: cognito.UserPool, name: PoolName, settings: Settings) => {
  const attributes = new cognito.ClientAttributes().withStandardAttributes({
    givenName: true,
    familyName: true,
  })
  return pool.addClient('Web', {
    generateSecret: false,
    // Passwords by SRP, and passkeys as the first factor that the client chooses.
    authFlows: { userSrp: true, user: true },
    ...createOAuthOptions(name, settings),
    authSessionValidity: Duration.minutes(challengeMinutes),
    idTokenValidity: Duration.hours(1),
    accessTokenValidity: Duration.hours(1),
    refreshTokenValidity: Duration.days(30),
    // A sign-out everywhere revokes the refresh tokens.
    enableTokenRevocation: true,
    // The specification requires a message for an address without an account, so the error may reveal it.
    preventUserExistenceErrors: false,
    readAttributes: attributes.withStandardAttributes({ email: true, emailVerified: true }),
    // Sign-up writes the email. An immutable attribute is written only then.
    writeAttributes: attributes.withStandardAttributes({ email: true }),
  })
}

const createUserPool = (stack: Stack, name: PoolName, settings: Settings, protect: Protect) => {
  const { codeSender, domain, hostedSignIn, mutableEmails } = settings
  const isEmailMutable = mutableEmails.includes(name)
  const emails = createPoolEmails(name, domain)
  const pool = new cognito.UserPool(stack, `Coaches${name}`, {
    selfSignUpEnabled: true,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    standardAttributes: {
      givenName: { required: true, mutable: true },
      familyName: { required: true, mutable: true },
      // Codes for a new password go to this address. A person who could change it with a stolen token would
      // own the account permanently. But Cognito refuses the second sign-in with an organisation's provider if
      // it cannot write the address again.
      email: { required: true, mutable: isEmailMutable },
    },
    // A new address first needs the code that goes there, so nobody takes an address that is not theirs.
    ...(isEmailMutable && { keepOriginal: { email: true } }),
    passwordPolicy: {
      minLength: 8,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
    },
    // A passkey belongs to the site, so it works on every page of it and nowhere else. It counts as a single
    // factor: an account with a second factor signs in with its password.
    signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
    passkeyRelyingPartyId: domain,
    // A found phone without a screen lock must not sign in.
    passkeyUserVerification: cognito.PasskeyUserVerification.REQUIRED,
    accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
    // Coaches turn on the code of an authenticator app in their profile. Codes by email are no second factor
    // here, because the same mailbox receives the codes for a new password.
    mfa: cognito.Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    // A coach can choose a browser in which the password is enough.
    deviceTracking: { challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: true },
    userVerification: { emailStyle: cognito.VerificationEmailStyle.CODE, ...emails.code },
    userInvitation: emails.invitation,
    email: cognito.UserPoolEmail.withSES({
      fromEmail: codeSender.email,
      fromName: emails.sender,
      sesVerifiedDomain: codeSender.domain,
      sesRegion: 'us-east-1',
    }),
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  })
  // Replaces `deletionProtection`: AWS must be able to delete the pool if the first creation fails.
  protect(pool.node.defaultChild, { on: 'ACTIVE', off: 'INACTIVE' })
  suppressRule(
    pool,
    'COG2',
    'Coaches share phones at the pitch, so each of them decides about a second factor. Admins need one at the product API.',
  )
  suppressRule(
    pool,
    'COG3',
    'Threat protection costs 5 cents per coach per month. The pool and its firewall slow down guessing.',
  )
  suppressRule(pool, 'COG8', 'Only threat protection needs the Plus plan; see COG3.')
  const client = addWebClient(pool, name, settings)
  const page = hostedSignIn[name]
  if (page) createHostedPage(stack, { name, pool, client }, page)
  pool.addGroup(`Admins${name}`, { groupName: adminGroup })
  new CfnOutput(stack, `UserPoolId${name}`, { value: pool.userPoolId })
  new CfnOutput(stack, `WebClientId${name}`, { value: client.userPoolClientId })
  return { pool, client, isHosted: page !== undefined, isEmailMutable }
}

/** Creates the user pools of the stack's region: the accounts of the coaches of its countries. */
export const createUserPools = (stack: Stack, settings: Settings, protect: Protect) =>
  poolNames
    .filter((name) => poolRegions[name] === stack.region)
    .map((name) => createUserPool(stack, name, settings, protect))
