import { CfnOutput, type Stack } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import * as cognito from 'aws-cdk-lib/aws-cognito'
import { hostedScopes, listHostedReturns } from '../../src/config/hosted-sign-in.ts'
import type { PoolName } from '../../src/config/locales.ts'
import type { HostedPage } from './hosted-pages-setting.ts'
import type { Settings } from './settings.ts'

/**
 * Returns the options of a pool's web client for the hosted sign-in page. The page returns a code to the
 * addresses that the app uses, and never tokens. Without a page, the client may not use OAuth.
 */
export const createOAuthOptions = (
  name: PoolName,
  { hostedSignIn, domain }: Settings,
): Pick<cognito.UserPoolClientOptions, 'disableOAuth' | 'oAuth' | 'supportedIdentityProviders'> => {
  const page = hostedSignIn[name]
  if (!page) return { disableOAuth: true }
  const returns = listHostedReturns(`https://${domain}`, name)
  return {
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: hostedScopes.map((scope) => cognito.OAuthScope.custom(scope)),
      callbackUrls: returns.map(({ callback }) => callback),
      logoutUrls: returns.map(({ logout }) => logout),
    },
    supportedIdentityProviders: [
      cognito.UserPoolClientIdentityProvider.COGNITO,
      ...page.providers.map((provider) => cognito.UserPoolClientIdentityProvider.custom(provider)),
    ],
  }
}

const toDomainOptions = (stack: Stack, name: PoolName, page: HostedPage): cognito.UserPoolDomainOptions => {
  if ('prefix' in page) return { cognitoDomain: { domainPrefix: page.prefix } }
  const certificate = Certificate.fromCertificateArn(stack, `HostedCertificate${name}`, page.certificateArn)
  return { customDomain: { domainName: page.domain, certificate } }
}

type PoolParts = { name: PoolName; pool: cognito.UserPool; client: cognito.UserPoolClient }

/** Creates the hosted sign-in page of a pool. */
export const createHostedPage = (stack: Stack, { name, pool, client }: PoolParts, page: HostedPage) => {
  const domain = pool.addDomain('HostedPage', {
    ...toDomainOptions(stack, name, page),
    // The classic page ignores `prompt=login` and would sign a coach in as the one before.
    managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  })
  // Without a style, the managed login shows an error instead of a form.
  new cognito.CfnManagedLoginBranding(stack, `HostedStyle${name}`, {
    userPoolId: pool.userPoolId,
    clientId: client.userPoolClientId,
    useCognitoProvidedValues: true,
  })
  new CfnOutput(stack, `HostedOrigin${name}`, { value: domain.baseUrl() })
  if ('domain' in page) new CfnOutput(stack, `HostedTarget${name}`, { value: domain.cloudFrontEndpoint })
}
