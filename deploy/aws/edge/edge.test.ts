import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { isApiErrorCode } from '../../../src/contract/errors.ts'
import { settings } from '../testing/synthesise.ts'
import { product, findProperties } from '../testing/templates.ts'

type Edge = {
  CacheBehaviors: { PathPattern: string; ResponseHeadersPolicyId?: { Ref: string } }[]
  CustomErrorResponses: { ErrorCode: number; ErrorCachingMinTTL: number }[]
}

const [edge] = findProperties(product, 'AWS::CloudFront::Distribution') as { DistributionConfig: Edge }[]

test('a page gets its scripts from the task that served it, and no cached response assigns a task to another visitor', () => {
  const [group] = findProperties(product, 'AWS::ElasticLoadBalancingV2::TargetGroup')
  expect(group?.['TargetGroupAttributes']).toEqual(
    expect.arrayContaining([
      { Key: 'stickiness.enabled', Value: 'true' },
      { Key: 'stickiness.type', Value: 'lb_cookie' },
    ]),
  )
  const policies = product.findResources('AWS::CloudFront::ResponseHeadersPolicy', {
    Properties: {
      ResponseHeadersPolicyConfig: { RemoveHeadersConfig: { Items: [{ Header: 'Set-Cookie' }] } },
    },
  })
  const cached = edge?.DistributionConfig.CacheBehaviors ?? []
  expect(cached.map(({ PathPattern }) => PathPattern)).toContain('/assets/*')
  for (const { ResponseHeadersPolicyId } of cached)
    expect(Object.keys(policies)).toContain(ResponseHeadersPolicyId?.Ref)
})

describe('the edge', () => {
  test('caches no failures: it asks the server again each time', () => {
    const responses = edge?.DistributionConfig.CustomErrorResponses ?? []
    const codes = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504]
    expect(responses).toEqual(codes.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })))
  })

  test('serves the site by TLS, and cannot be bypassed', () => {
    product.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [settings.domain],
        WebACLId: Match.anyValue(),
        DefaultCacheBehavior: Match.objectLike({ ViewerProtocolPolicy: 'redirect-to-https' }),
      },
    })
    product.hasResourceProperties('AWS::ElasticLoadBalancingV2::LoadBalancer', { Scheme: 'internal' })
  })

  test('recognises the sign-in path in every spelling', () => {
    const [firewall] = findProperties(product, 'AWS::WAFv2::WebACL')
    const rules = firewall?.['Rules'] as { Name: string; Statement: unknown }[]
    const path = (SearchString: string) => ({
      ByteMatchStatement: {
        FieldToMatch: { UriPath: {} },
        PositionalConstraint: 'STARTS_WITH',
        SearchString,
        // For `/api/%6Cogin`, `/x/../api//login` and `/API/login`, in the order in which the server reads
        // them.
        TextTransformations: [
          { Priority: 0, Type: 'URL_DECODE' },
          { Priority: 1, Type: 'NORMALIZE_PATH' },
          { Priority: 2, Type: 'LOWERCASE' },
        ],
      },
    })
    expect(rules.find(({ Name }) => Name === 'SignInRate')?.Statement).toMatchObject({
      RateBasedStatement: {
        ScopeDownStatement: { OrStatement: { Statements: ['/api/login', '/api/loyalty/'].map(path) } },
      },
    })
  })

  test('refuses too many requests with a response that the app understands', () => {
    const [firewall] = findProperties(product, 'AWS::WAFv2::WebACL') as {
      CustomResponseBodies: Record<string, { Content: string }>
      Rules: { Name: string; Action?: { Block?: { CustomResponse: { ResponseCode: number } } } }[]
    }[]
    const { error } = JSON.parse(firewall?.CustomResponseBodies['too-many']?.Content ?? '') as {
      error: { code: string }
    }
    expect([error.code, isApiErrorCode(error.code)]).toEqual(['too-many-requests', true])
    const rates = firewall?.Rules.filter(({ Name }) => Name.endsWith('Rate')) ?? []
    expect(rates.map(({ Action }) => Action?.Block?.CustomResponse.ResponseCode)).toEqual([429, 429])
  })
})
