import { describe, expect, test } from 'vitest'
import { settings } from '../testing/synthesise.ts'
import { poolStacks, findProperties, getTemplate } from '../testing/templates.ts'

type Query = {
  Id: string
  Expression?: string
  MetricStat?: {
    Stat: string
    Metric: { Namespace: string; MetricName: string; Dimensions: { Name: string; Value: unknown }[] }
  }
}

describe.each(poolStacks)('%s', (name) => {
  const template = getTemplate(name)
  const alarms = Object.entries(template.findResources('AWS::CloudWatch::Alarm'))
  const getQueries = (alarm: string): Query[] =>
    alarms.find(([id]) => id.startsWith(alarm))?.[1]['Properties'].Metrics ?? []
  const read = (alarm: string) => getQueries(alarm).flatMap(({ MetricStat }) => MetricStat ?? [])
  const getExpression = (alarm: string) =>
    getQueries(alarm).find(({ Expression }) => Expression !== undefined)?.Expression ?? ''
  const pools = Object.keys(template.findResources('AWS::Cognito::UserPool'))

  test('watches throttles at each of its pools within the ten metrics that CloudWatch accepts', () => {
    const watched = read('PoolThrottles')
    for (const pool of pools)
      expect(
        watched
          .filter(({ Metric }) => JSON.stringify(Metric.Dimensions).includes(`{"Ref":"${pool}"}`))
          .map(({ Metric }) => Metric.MetricName),
      ).toEqual(['SignInThrottles', 'SignUpThrottles', 'TokenRefreshThrottles'])
    expect(getQueries('PoolThrottles').length).toBeLessThanOrEqual(10)
    for (const { Metric } of watched) {
      expect(Metric.Namespace).toBe('AWS/Cognito')
      expect(Metric.Dimensions.map((dimension) => dimension.Name)).toEqual(['UserPool', 'UserPoolClient'])
    }
  })

  test.each(['SignInsFail', 'SignUpsFail'])('%s counts how many more fail than succeed', (alarm) => {
    const values = new Map(
      getQueries(alarm).flatMap(({ Id, MetricStat }) => (MetricStat ? [[Id, MetricStat.Stat]] : [])),
    )
    const filled = getExpression(alarm).replaceAll(
      /FILL\((\w+), 0\)/g,
      (_, id: string) => values.get(id) ?? '?',
    )
    expect(filled).toBe(
      pools.length === 1 ? 'SampleCount - 2 * (Sum)' : 'SampleCount + SampleCount - 2 * (Sum + Sum)',
    )
    expect(values.size).toBe(2 * pools.length)
  })

  test('notifies the address of the alarms by a topic of its own region', () => {
    const [subscription] = findProperties(template, 'AWS::SNS::Subscription')
    expect(subscription?.['Endpoint']).toBe(settings.alarmEmail)
    expect(alarms).toHaveLength(3)
    for (const [, alarm] of alarms) {
      expect(alarm['Properties'].AlarmActions).toEqual([subscription?.['TopicArn']])
      expect(alarm['Properties'].OKActions).toEqual([subscription?.['TopicArn']])
    }
  })
})
