import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { createHealthRoutes } from '../../../server/http/health.ts'
import { formatBucketName } from '../storage.ts'
import { settings } from '../testing/synthesise.ts'
import { product, findProperties } from '../testing/templates.ts'

test('checks the site at its own address for the server’s response', async () => {
  const [check] = findProperties(product, 'AWS::Route53::HealthCheck') as {
    HealthCheckConfig: { ResourcePath: string; SearchString: string }
  }[]
  const { ResourcePath = '', SearchString = '' } = check?.HealthCheckConfig ?? {}
  expect(check?.HealthCheckConfig).toMatchObject({
    Type: 'HTTPS_STR_MATCH',
    FullyQualifiedDomainName: settings.domain,
    EnableSNI: true,
  })
  const response = await createHealthRoutes(() => 'ready').request(ResourcePath)
  expect(await response.text()).toContain(SearchString)
  product.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Namespace: 'AWS/Route53',
    MetricName: 'HealthCheckStatus',
    Dimensions: [{ Name: 'HealthCheckId', Value: Match.anyValue() }],
    Statistic: 'Minimum',
    Threshold: 1,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  })
})

test.each([
  ['Reputation.BounceRate', 0.05],
  ['Reputation.ComplaintRate', 0.001],
])(
  '%s raises an alarm from %d on, where SES begins its review, and stays so between two emails',
  (MetricName, Threshold) => {
    product.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Namespace: 'AWS/SES',
      MetricName,
      Dimensions: Match.absent(),
      Threshold,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'ignore',
    })
  },
)

test('raises an alarm for more emails in an hour than the settings expect', () => {
  const sent = { Namespace: 'AWS/SES', MetricName: 'Send', Statistic: 'Sum', Period: 3600 }
  product.hasResourceProperties('AWS::CloudWatch::Alarm', { ...sent, Threshold: 2000, EvaluationPeriods: 1 })
})

test('raises an alarm when files grow in a day by more than the settings expect', () => {
  product.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Threshold: 100,
    Metrics: Match.arrayWith([
      Match.objectLike({ Expression: 'DIFF(stored) / 1000000000' }),
      Match.objectLike({
        Id: 'stored',
        MetricStat: Match.objectLike({
          Metric: {
            Namespace: 'AWS/S3',
            MetricName: 'BucketSizeBytes',
            Dimensions: [
              { Name: 'BucketName', Value: formatBucketName(settings) },
              { Name: 'StorageType', Value: 'StandardStorage' },
            ],
          },
          Period: 86_400,
        }),
      }),
    ]),
  })
})

test('counts calls that a rule group of AWS blocks from the log of blocked calls', () => {
  const [filter] = Object.values(
    product.findResources('AWS::Logs::MetricFilter', {
      Properties: { MetricTransformations: [Match.objectLike({ MetricName: 'BlockedCalls' })] },
    }),
  )
  expect(filter?.['Properties'].FilterPattern).toBe(
    '{ ($.terminatingRuleType = "MANAGED_RULE_GROUP") && ($.httpRequest.uri = "/api/*") }',
  )
  const [kept] = findProperties(product, 'AWS::WAFv2::LoggingConfiguration')
  expect(JSON.stringify(kept?.['LogDestinationConfigs'])).toContain(filter?.['Properties'].LogGroupName.Ref)
  expect(JSON.stringify(kept?.['LoggingFilter'])).toContain('{"Action":"BLOCK"}')
  product.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'BlockedCalls', Threshold: 20 })
})
