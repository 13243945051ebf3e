import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { onceProtected, poolStacks, findProperties, getTemplate } from './testing/templates.ts'
import { poolRegions } from './user-pools.ts'

type Rule = {
  Action: object
  Statement: {
    RateBasedStatement: {
      Limit: number
      ScopeDownStatement?: { OrStatement: { Statements: { ByteMatchStatement: unknown }[] } }
    }
  }
}

describe('user pools', () => {
  test('are in the regions where the stand-ins play them', () => {
    const standIns = JSON.parse(
      parseEnv(readFileSync('.env.development', 'utf8'))['VITE_USER_POOLS'] ?? '',
    ) as Record<string, { userPoolId: string }>
    const regions = Object.entries(standIns).map(([name, { userPoolId }]) => [name, userPoolId.split('_')[0]])
    expect(poolRegions).toEqual(Object.fromEntries(regions))
    expect(
      poolStacks.flatMap((name) => findProperties(getTemplate(name), 'AWS::Cognito::UserPool')),
    ).toHaveLength(6)
  })

  test.each(poolStacks)(
    '%s: uses the email as the name, sends codes by email, and is protected from deletion',
    (name) => {
      getTemplate(name).allResourcesProperties('AWS::Cognito::UserPool', {
        UsernameAttributes: ['email'],
        AutoVerifiedAttributes: ['email'],
        DeletionProtection: onceProtected('ACTIVE', 'INACTIVE'),
        VerificationMessageTemplate: Match.objectLike({ EmailMessage: Match.stringLikeRegexp('\\{####\\}') }),
        EmailConfiguration: Match.objectLike({ EmailSendingAccount: 'DEVELOPER' }),
      })
      getTemplate(name).allResourcesProperties('AWS::Cognito::UserPoolClient', {
        GenerateSecret: false,
        ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      })
    },
  )

  test.each(poolStacks)('%s: offers an authenticator app, and waits 15 minutes for each step', (name) => {
    const template = getTemplate(name)
    template.allResourcesProperties('AWS::Cognito::UserPool', {
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      AdminCreateUserConfig: Match.objectLike({
        InviteMessageTemplate: Match.objectLike({
          EmailMessage: Match.stringLikeRegexp('\\{username\\}.*\\{####\\}'),
        }),
      }),
    })
    template.allResourcesProperties('AWS::Cognito::UserPoolClient', { AuthSessionValidity: 15 })
  })

  test.each(poolStacks)('%s: accepts passkeys of the site, with a fingerprint, a face or a PIN', (name) => {
    getTemplate(name).allResourcesProperties('AWS::Cognito::UserPool', {
      Policies: Match.objectLike({
        SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'WEB_AUTHN'] },
      }),
      WebAuthnRelyingPartyID: 'coaches.breaking-barriers.example',
      WebAuthnUserVerification: 'required',
    })
  })

  test.each(poolStacks)('%s: refuses to change the address of an account with any token', (name) => {
    const schemas = findProperties(getTemplate(name), 'AWS::Cognito::UserPool').map(({ Schema }) => Schema)
    expect(schemas.length).toBeGreaterThan(0)
    for (const schema of schemas)
      expect(schema).toContainEqual({ Name: 'email', Required: true, Mutable: false })
    // Only pools whose addresses can change have this setting (`hosted-pages.test.ts`).
    getTemplate(name).allResourcesProperties('AWS::Cognito::UserPool', {
      UserAttributeUpdateSettings: Match.absent(),
    })
  })

  test.each(poolStacks)('%s: limits the requests of one address at each pool', (name) => {
    const template = getTemplate(name)
    const [firewall] = Object.entries(template.findResources('AWS::WAFv2::WebACL'))
    const associated = findProperties(template, 'AWS::WAFv2::WebACLAssociation')
    expect(associated).toEqual(
      Object.keys(template.findResources('AWS::Cognito::UserPool')).map((pool) => ({
        ResourceArn: { 'Fn::GetAtt': [pool, 'Arn'] },
        WebACLArn: { 'Fn::GetAtt': [firewall?.[0], 'Arn'] },
      })),
    )
    expect(firewall?.[1]['Properties'].Scope).toBe('REGIONAL')
    const rules = firewall?.[1]['Properties'].Rules as Rule[]
    const limits = rules.map(({ Action, Statement: { RateBasedStatement: rate } }) => [
      Object.keys(Action),
      rate.Limit,
      rate.ScopeDownStatement?.OrStatement.Statements.map(({ ByteMatchStatement }) => ByteMatchStatement),
    ])
    const call = (SearchString: string) => ({
      FieldToMatch: { SingleHeader: { Name: 'x-amz-target' } },
      PositionalConstraint: 'ENDS_WITH',
      SearchString,
      TextTransformations: [{ Priority: 0, Type: 'LOWERCASE' }],
    })
    const codes = ['.signup', '.resendconfirmationcode', '.forgotpassword']
    expect(limits).toEqual([
      [['Block'], 10_000, undefined],
      [['Block'], 500, [call('.respondtoauthchallenge')]],
      [['Block'], 200, [...codes, '.getuserattributeverificationcode'].map(call)],
    ])
  })

  test('each have the group of admins', () => {
    const groups = poolStacks.flatMap((name) =>
      findProperties(getTemplate(name), 'AWS::Cognito::UserPoolGroup'),
    )
    expect(groups.map(({ GroupName }) => GroupName)).toEqual(Array.from({ length: 6 }, () => 'admin'))
    expect(new Set(groups.map(({ UserPoolId }) => JSON.stringify(UserPoolId))).size).toBe(6)
  })

  test.each([
    ['sa-east-1', 'Olá!'],
    ['eu-west-2', 'Hello!'],
    ['us-east-1', '¡Hola!'],
  ])('in %s send messages in the language of their country', (region, greeting) => {
    getTemplate(`BreakingBarriersPools-${region}`).hasResourceProperties('AWS::Cognito::UserPool', {
      VerificationMessageTemplate: { EmailMessage: Match.stringLikeRegexp(greeting) },
    })
  })
})
