import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { onceProtected, poolStacks, propertiesOf, templateOf } from './testing/templates.ts'
import { poolRegions } from './user-pools.ts'

describe('user pools', () => {
  test('are in the regions where the stand-ins play them', () => {
    const standIns = JSON.parse(
      parseEnv(readFileSync('.env.development', 'utf8'))['VITE_USER_POOLS'] ?? '',
    ) as Record<string, { userPoolId: string }>
    const regions = Object.entries(standIns).map(([name, { userPoolId }]) => [name, userPoolId.split('_')[0]])
    expect(poolRegions).toEqual(Object.fromEntries(regions))
    expect(
      poolStacks.flatMap((name) => propertiesOf(templateOf(name), 'AWS::Cognito::UserPool')),
    ).toHaveLength(6)
  })

  test.each(poolStacks)(
    '%s: email is the name, codes come by email, and nobody deletes them by mistake',
    (name) => {
      templateOf(name).allResourcesProperties('AWS::Cognito::UserPool', {
        UsernameAttributes: ['email'],
        AutoVerifiedAttributes: ['email'],
        DeletionProtection: onceProtected('ACTIVE', 'INACTIVE'),
        VerificationMessageTemplate: Match.objectLike({ EmailMessage: Match.stringLikeRegexp('\\{####\\}') }),
        EmailConfiguration: Match.objectLike({ EmailSendingAccount: 'DEVELOPER' }),
      })
      templateOf(name).allResourcesProperties('AWS::Cognito::UserPoolClient', {
        GenerateSecret: false,
        ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      })
    },
  )

  test('each have the group that makes an admin of somebody', () => {
    const groups = poolStacks.flatMap((name) => propertiesOf(templateOf(name), 'AWS::Cognito::UserPoolGroup'))
    expect(groups.map(({ GroupName }) => GroupName)).toEqual(Array.from({ length: 6 }, () => 'admin'))
    expect(new Set(groups.map(({ UserPoolId }) => JSON.stringify(UserPoolId))).size).toBe(6)
  })

  test.each([
    ['sa-east-1', 'Olá!'],
    ['eu-west-2', 'Hello!'],
    ['us-east-1', '¡Hola!'],
  ])('in %s write in the language of their country', (region, greeting) => {
    templateOf(`BreakingBarriersPools-${region}`).hasResourceProperties('AWS::Cognito::UserPool', {
      VerificationMessageTemplate: { EmailMessage: Match.stringLikeRegexp(greeting) },
    })
  })
})
