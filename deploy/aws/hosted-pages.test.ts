import type { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { createContentSecurityPolicy } from '../../server/http/security-headers.ts'
import { parseEnv } from '../../src/config/env.ts'
import { poolNames } from '../../src/config/locales.ts'
import { parseOutputs } from './outputs.ts'
import { createServerEnvironment, createSiteVariables } from './product-environment.ts'
import { parseSettings } from './settings.ts'
import { deployed, settings, synthesise } from './testing/synthesise.ts'
import { findProperties, getTemplate, poolStacks, toText } from './testing/templates.ts'

const certificateArn = settings.certificateArn.replace(/0$/, '1')

/** Every pool has a page. That of New Zealand is at a domain of the operator. */
const hostedSettings = parseSettings({
  ...settings,
  hostedSignIn: {
    BR: { prefix: 'coaches-br' },
    GB: { prefix: 'coaches-gb' },
    AU: { prefix: 'coaches-au' },
    NZ: { domain: 'nz.coaches.breaking-barriers.example', certificateArn },
    AR: { prefix: 'coaches-ar' },
    MX: { prefix: 'coaches-mx' },
  },
})

const toTemplates = (stacks: ReadonlyMap<string, Stack>) =>
  new Map([...stacks].map(([name, stack]) => [name, Template.fromStack(stack)]))

const hosted = toTemplates(synthesise({}, hostedSettings))

const client = 'AWS::Cognito::UserPoolClient'
const domain = 'AWS::Cognito::UserPoolDomain'
const style = 'AWS::Cognito::ManagedLoginBranding'

/** Finds the properties of a resource that belongs to the pool of a country. */
const findOfPool = (type: string, pool: string) =>
  [...hosted.values()]
    .flatMap((template) => findProperties(template, type))
    .find(({ UserPoolId }) => JSON.stringify(UserPoolId).startsWith(`{"Ref":"Coaches${pool}`))

/** The outputs of the stacks, as AWS would fill in the names of domains. */
const outputs = Object.fromEntries(
  [...hosted].map(([name, template]) => {
    const domains = template.findResources(domain)
    const fillIn = (value: unknown) =>
      toText(value).replace(
        /<\{Ref:(\w+)\}>/,
        (text, id: string) => domains[id]?.['Properties'].Domain ?? text,
      )
    const found = Object.entries(template.findOutputs('*'))
    return [name, Object.fromEntries(found.map(([output, { Value }]) => [output, fillIn(Value)]))]
  }),
)

describe('without the setting', () => {
  test('no pool has a page, and no client may use OAuth', () => {
    const clients = poolStacks.flatMap((name) => findProperties(getTemplate(name), client))
    expect(clients).toHaveLength(6)
    for (const properties of clients) {
      expect(properties).toMatchObject({
        AllowedOAuthFlowsUserPoolClient: false,
        SupportedIdentityProviders: ['COGNITO'],
      })
      for (const name of ['AllowedOAuthFlows', 'AllowedOAuthScopes', 'CallbackURLs', 'LogoutURLs'])
        expect(properties).not.toHaveProperty(name)
    }
    for (const template of poolStacks.map(getTemplate)) {
      template.resourceCountIs(domain, 0)
      template.resourceCountIs(style, 0)
      expect(Object.keys(template.findOutputs('*')).join()).not.toContain('Hosted')
    }
    expect(createSiteVariables(settings, deployed)['VITE_USER_POOLS']).not.toContain('hosted')
  })

  test('a pool stays as it is, also if another pool gets a page', () => {
    const templates = toTemplates(
      synthesise({}, { hostedSignIn: { AU: { prefix: 'coaches-au', providers: [] } } }),
    )
    const changed = 'BreakingBarriersPools-ap-southeast-2'
    for (const name of poolStacks.filter((other) => other !== changed))
      expect(templates.get(name)?.toJSON()).toEqual(getTemplate(name).toJSON())
    const findNewZealand = (template?: Template) =>
      Object.entries(template?.toJSON().Resources ?? {}).filter(([id]) => id.startsWith('CoachesNZ'))
    expect(findNewZealand(templates.get(changed)).length).toBeGreaterThan(2)
    expect(findNewZealand(templates.get(changed))).toEqual(findNewZealand(getTemplate(changed)))
  })
})

describe('a pool with a page', () => {
  test.each([
    ['BR', 'pt-BR'],
    ['GB', 'en-GB'],
    ['AU', 'en-AU'],
    ['NZ', 'en-NZ'],
    ['AR', 'es-AR'],
    ['MX', 'es-MX'],
  ])('%s: returns only codes, only to pages of %s, for the scopes that the app asks for', (pool, locale) => {
    expect(findOfPool(client, pool)).toMatchObject({
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
      CallbackURLs: [`https://coaches.breaking-barriers.example/${locale}/hosted-sign-in`],
      LogoutURLs: [`https://coaches.breaking-barriers.example/${locale}/login`],
      SupportedIdentityProviders: ['COGNITO'],
      GenerateSecret: false,
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    })
  })

  test.each(poolNames)('%s: shows the managed login, which needs a style', (pool) => {
    expect(findOfPool(domain, pool)).toMatchObject({ ManagedLoginVersion: 2 })
    const properties = findOfPool(style, pool)
    expect(properties).toMatchObject({ UseCognitoProvidedValues: true })
    expect(JSON.stringify(properties?.['ClientId'])).toContain(`{"Ref":"Coaches${pool}Web`)
  })

  test('has a name at Cognito, or a domain of the operator with its certificate', () => {
    expect(findOfPool(domain, 'GB')).toMatchObject({ Domain: 'coaches-gb' })
    expect(findOfPool(domain, 'GB')).not.toHaveProperty('CustomDomainConfig')
    expect(findOfPool(domain, 'NZ')).toMatchObject({
      Domain: 'nz.coaches.breaking-barriers.example',
      CustomDomainConfig: { CertificateArn: certificateArn },
    })
  })

  test('outputs the target of the DNS record of a domain of the operator', () => {
    const targets = [...hosted.values()].flatMap((template) =>
      Object.entries(template.findOutputs('*')).filter(([name]) => name.startsWith('HostedTarget')),
    )
    expect(targets.map(([name]) => name)).toEqual(['HostedTargetNZ'])
    expect(JSON.stringify(targets)).toContain('CloudFrontDistribution')
  })

  test('is built into the app, and the policy of the server lets the app exchange codes there', () => {
    const { pools } = parseOutputs(outputs)
    const hostedPools = poolNames.map((name) => [
      name,
      { ...deployed.pools[name], hostedOrigin: pools?.[name].hostedOrigin },
    ])
    const values = { ...deployed, pools: Object.fromEntries(hostedPools) as typeof deployed.pools }
    const built = parseEnv(createSiteVariables(hostedSettings, values))
    const origins = poolNames.map((name) => built.pools[name].hostedOrigin)
    expect(origins).toEqual([
      'https://coaches-br.auth.sa-east-1.amazoncognito.com',
      'https://coaches-gb.auth.eu-west-2.amazoncognito.com',
      'https://coaches-au.auth.ap-southeast-2.amazoncognito.com',
      'https://nz.coaches.breaking-barriers.example',
      'https://coaches-ar.auth.sa-east-1.amazoncognito.com',
      'https://coaches-mx.auth.us-east-1.amazoncognito.com',
    ])
    const product = toTemplates(synthesise(values, hostedSettings)).get('BreakingBarriers')
    expect(JSON.stringify(product?.findResources('AWS::ECS::TaskDefinition'))).toContain(origins[3])
    const policy = createContentSecurityPolicy(parseEnv(createServerEnvironment(hostedSettings, values)))
    expect(policy.match(/connect-src [^;]*/)?.[0].split(' ')).toEqual(expect.arrayContaining(origins))
  })
})

describe('the firewall of a region', () => {
  const findRules = (template?: Template) =>
    template ? (findProperties(template, 'AWS::WAFv2::WebACL')[0]?.['Rules'] as { Name: string }[]) : []

  test.each(poolStacks)('%s: limits the forms that one address sends to pages', (name) => {
    const path = (SearchString: string, PositionalConstraint: string) => ({
      NotStatement: {
        Statement: {
          ByteMatchStatement: {
            FieldToMatch: { UriPath: {} },
            PositionalConstraint,
            SearchString,
            // For `/oauth2/../login` and `/%6Fauth2/token`.
            TextTransformations: [
              { Priority: 0, Type: 'URL_DECODE' },
              { Priority: 1, Type: 'NORMALIZE_PATH' },
            ],
          },
        },
      },
    })
    const method = {
      ByteMatchStatement: {
        FieldToMatch: { Method: {} },
        PositionalConstraint: 'EXACTLY',
        SearchString: 'POST',
        TextTransformations: [{ Priority: 0, Type: 'NONE' }],
      },
    }
    expect(findRules(hosted.get(name)).find((rule) => rule.Name === 'PoolPageRate')).toMatchObject({
      Action: { Block: {} },
      Priority: 3,
      Statement: {
        RateBasedStatement: {
          AggregateKeyType: 'IP',
          Limit: 500,
          ScopeDownStatement: {
            AndStatement: {
              Statements: [
                method,
                path('/', 'EXACTLY'),
                path('/oauth2/', 'STARTS_WITH'),
                path('/saml2/', 'STARTS_WITH'),
              ],
            },
          },
        },
      },
    })
  })

  test.each(poolStacks)('%s: has no such rule without a page', (name) => {
    expect(findRules(getTemplate(name)).map((rule) => rule.Name)).toEqual([
      'PoolRate',
      'PoolSignInRate',
      'PoolCodeRate',
    ])
  })
})

describe('the provider of an organisation', () => {
  const mutableEmails = ['GB']
  const hostedSignIn = { GB: { prefix: 'coaches-gb', providers: ['Club-Login', 'Schools'] } }
  const name = 'BreakingBarriersPools-eu-west-2'

  test('is offered on the page, beside the accounts of the pool, whose addresses it may write again', () => {
    const given = parseSettings({ ...settings, mutableEmails, hostedSignIn })
    const template = toTemplates(synthesise({}, given)).get(name) ?? getTemplate(name)
    expect(findProperties(template, client)).toMatchObject([
      { SupportedIdentityProviders: ['COGNITO', 'Club-Login', 'Schools'] },
    ])
    const [pool] = findProperties(template, 'AWS::Cognito::UserPool')
    expect(pool?.['Schema']).toContainEqual({ Name: 'email', Required: true, Mutable: true })
  })

  const mutableStacks = toTemplates(synthesise({}, parseSettings({ ...settings, mutableEmails })))

  test('needs a pool in which an account gets a new address only with the code that goes there', () => {
    const [pool] = findProperties(mutableStacks.get(name) ?? getTemplate(name), 'AWS::Cognito::UserPool')
    expect(pool?.['UserAttributeUpdateSettings']).toEqual({
      AttributesRequireVerificationBeforeUpdate: ['email'],
    })
  })

  test('needs a firewall that limits changes of an address, because each sends a code', () => {
    const hasLimit = (template: Template = getTemplate(name)) =>
      JSON.stringify(findProperties(template, 'AWS::WAFv2::WebACL')).includes('.updateuserattributes')
    expect(hasLimit(mutableStacks.get(name))).toBe(true)
    for (const stack of poolStacks) expect(hasLimit(getTemplate(stack))).toBe(false)
  })

  test('changes nothing of the other pools, also of one in the same region', () => {
    for (const other of poolStacks.filter((stack) => stack !== name))
      expect(mutableStacks.get(other)?.toJSON()).toEqual(getTemplate(other).toJSON())
    const given = parseSettings({ ...settings, mutableEmails: ['NZ'] })
    const changed = 'BreakingBarriersPools-ap-southeast-2'
    const findAustralia = (template?: Template) =>
      Object.entries(template?.toJSON().Resources ?? {}).filter(([id]) => id.startsWith('CoachesAU'))
    expect(findAustralia(getTemplate(changed)).length).toBeGreaterThan(2)
    expect(findAustralia(toTemplates(synthesise({}, given)).get(changed))).toEqual(
      findAustralia(getTemplate(changed)),
    )
  })

  test('leaves the addresses of the pool mutable when its page is turned off', () => {
    const isMutable = (stack: string) =>
      findProperties(mutableStacks.get(stack) ?? getTemplate(stack), 'AWS::Cognito::UserPool').map(
        ({ Schema }) => JSON.stringify(Schema).includes('"Mutable":true,"Name":"email"'),
      )
    expect(isMutable(name)).toEqual([true])
    expect(isMutable('BreakingBarriersPools-ap-southeast-2')).toEqual([false, false])
  })

  test.each<[string, object]>([
    [
      'hostedSignIn: `providers` of GB need `"mutableEmails": ["GB"]`',
      { hostedSignIn, mutableEmails: ['NZ'] },
    ],
    ['hostedSignIn: `providers` of GB need `"mutableEmails": ["GB"]`', { hostedSignIn }],
    ['mutableEmails.0: must be one of BR, GB', { mutableEmails: ['US'] }],
    ['mutableEmails: must be a list of pools, such as ["GB"]', { mutableEmails: 'GB' }],
    ...[['A'], ['Our Club'], ['Our_Club'], ['Club,School'], ['COGNITO'], ['Cognito'], ['Club', 'Club']].map(
      (providers): [string, object] => [
        'hostedSignIn.GB.providers',
        { mutableEmails, hostedSignIn: { GB: { prefix: 'coaches-gb', providers } } },
      ],
    ),
  ])('is refused with %s: %j', (message, wrong) => {
    expect(() => parseSettings({ ...settings, ...wrong })).toThrow(message)
  })
})

test.each<[string, object]>([
  ['hostedSignIn.US: must be one of BR, GB, AU, NZ, AR, MX', { US: { prefix: 'coaches' } }],
  ['hostedSignIn: must name pools, such as { "GB": { "prefix": "coaches" } }', ['GB']],
  ['hostedSignIn: must name pools', 'GB' as unknown as object],
  ['hostedSignIn.GB: needs `prefix`, or `domain` and `certificateArn`', { GB: 'coaches' }],
  ['hostedSignIn.GB.prefix: needs `prefix`, or `domain` and `certificateArn`', { GB: {} }],
  [
    'hostedSignIn.GB.certificateArn: needs `prefix`, or `domain` and `certificateArn`',
    { GB: { domain: 'login.example.org' } },
  ],
  [
    'hostedSignIn.GB.prefix: needs `prefix`, or `domain` and `certificateArn`',
    { GB: { prefix: 'coaches', domain: 'login.example.org', certificateArn } },
  ],
  ['hostedSignIn.GB.style: needs `prefix`', { GB: { prefix: 'coaches', style: 'dark' } }],
  ...[
    { prefix: 'coaches', providers: 'Club' },
    { domain: 'login.example.org', certificateArn, providers: 'Club' },
  ].map((page): [string, object] => [
    'hostedSignIn.GB.providers: must be a list, such as ["Club-Login"]',
    { GB: page },
  ]),
  ['hostedSignIn.GB.prefix: must have up to 63', { GB: { prefix: 'Coaches.GB' } }],
  ['hostedSignIn.GB.prefix: must not contain', { GB: { prefix: 'coaches-of-amazon' } }],
  ...[
    'https://login.example.org',
    '-.-.org',
    '..example.org',
    'login..example.org',
    'login-.example.org',
    'login.example.org.',
    'login.example.org-',
    'localhost',
  ].map((domain): [string, object] => [
    'hostedSignIn.GB.domain: must be a host name',
    { GB: { domain, certificateArn } },
  ]),
  [
    'hostedSignIn.GB.certificateArn: must be',
    { GB: { domain: 'login.example.org', certificateArn: 'mine' } },
  ],
  [
    'hostedSignIn: each pool needs its own `prefix` or `domain`',
    { AU: { prefix: 'coaches' }, NZ: { prefix: 'coaches' } },
  ],
  ...[settings.domain, settings.domain.replace('coaches.', '')].map((domain): [string, object] => [
    'hostedSignIn: `domain` must not be the domain of the site or one above it',
    { GB: { domain, certificateArn } },
  ]),
  [
    'hostedSignIn: `certificateArn` must be of the same account',
    {
      GB: {
        domain: 'login.example.org',
        certificateArn: certificateArn.replace('123456789012', '210987654321'),
      },
    },
  ],
])('settings are refused with %s: %j', (message, hostedSignIn) => {
  expect(() => parseSettings({ ...settings, hostedSignIn })).toThrow(message)
})

test.each(['login.example.org', 'a.b-c.1.example', `my${settings.domain}`, `login.${settings.domain}`])(
  'settings accept a page at %s',
  (domain) => {
    expect(() =>
      parseSettings({ ...settings, hostedSignIn: { GB: { domain, certificateArn } } }),
    ).not.toThrow()
  },
)
