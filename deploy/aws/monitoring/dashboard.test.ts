import { describe, expect, test } from 'vitest'
import { settings } from '../testing/synthesise.ts'
import {
  collectorConfig,
  poolStacks,
  product,
  findProperties,
  stacks,
  getTemplate,
  toText,
} from '../testing/templates.ts'

type Widget = {
  type: string
  properties: { title: string; alarms?: string[]; metrics?: unknown[][] }
}

const config = collectorConfig as {
  processors: { filter: { metrics: { include: { metric_names: string[] } } } }
  exporters: {
    awsemf: {
      namespace: string
      retain_initial_value_of_delta_metric: boolean
      metric_declarations: { dimensions: string[][]; metric_name_selectors: string[] }[]
    }
  }
  service: { pipelines: Record<string, { processors: string[]; exporters: string[] }> }
}

describe('the dashboard', () => {
  const [dashboard] = findProperties(product, 'AWS::CloudWatch::Dashboard')
  const { widgets } = JSON.parse(toText(dashboard?.['DashboardBody'])) as { widgets: Widget[] }
  const rows = widgets.flatMap(({ properties }) => properties.metrics ?? [])
  const { namespace, metric_declarations: declared } = config.exporters.awsemf

  /** `SEARCH('{namespace,label} MetricName="name"', …)` */
  const searched = rows.flatMap((row) => {
    const { expression = '' } = (row[0] ?? {}) as { expression?: string }
    const found = /^SEARCH\('\{(\w+),(\w+)\} MetricName="(\w+)"', 'Sum', 300\)$/.exec(expression)
    return found ? [{ namespace: found[1], label: found[2], name: found[3] ?? '' }] : []
  })

  /** The ARNs of the alarms in a widget. */
  const shownBy = (title: string) =>
    widgets.find(({ type, properties }) => type === 'alarm' && properties.title === title)?.properties
      .alarms ?? []

  test('shows requests, deliveries, time, database, tasks and the state of every alarm', () => {
    expect(widgets.map(({ properties }) => properties.title)).toEqual([
      'Alarms',
      'Alarms of the user pools',
      'Requests by status',
      'Time to respond, s',
      'At the site’s address',
      'Deliveries by outcome',
      'Sign-ins by outcome',
      'In the logs',
      'Database',
      'Time to commit, ms',
      'Tasks',
    ])
    const alarms = Object.keys(product.findResources('AWS::CloudWatch::Alarm'))
    expect(
      shownBy('Alarms')
        .map((arn) => /GetAtt:\[(\w+),Arn\]/.exec(arn)?.[1] ?? arn)
        .toSorted(),
    ).toEqual(alarms.toSorted())
  })

  test('shows the alarms of the pools, in other stacks and regions, by their names there', () => {
    const there = poolStacks.flatMap((name) =>
      findProperties(getTemplate(name), 'AWS::CloudWatch::Alarm').map(
        ({ AlarmName }) =>
          `arn:aws:cloudwatch:${stacks.get(name)?.region}:${settings.account}:alarm:${String(AlarmName)}`,
      ),
    )
    expect(there).toContain(
      'arn:aws:cloudwatch:sa-east-1:123456789012:alarm:BreakingBarriersPools-sa-east-1-SignInsFail',
    )
    expect(shownBy('Alarms of the user pools')).toEqual(there)
  })

  test('queries metrics that the collector sends to CloudWatch, by labels that it sends', () => {
    expect(searched).toHaveLength(2)
    for (const { namespace: from, label, name } of searched) {
      expect(from).toBe(namespace)
      const declaration = declared.find(({ metric_name_selectors: selectors }) =>
        selectors.some((selector) => new RegExp(selector).test(name)),
      )
      expect(declaration?.dimensions).toEqual([[label]])
    }
    const { processors, exporters } = config.service.pipelines['metrics/shown'] ?? {}
    expect([processors, exporters]).toEqual([['filter'], ['awsemf']])
    const { metric_names: passed } = config.processors.filter.metrics.include
    expect(passed.toSorted()).toEqual(searched.map(({ name }) => name).toSorted())
  })

  test('shows also the first failure of a kind, with which a counter starts', () => {
    expect(config.exporters.awsemf.retain_initial_value_of_delta_metric).toBe(true)
  })

  test('queries the metrics counted from logs, and no other custom ones', () => {
    const counted = findProperties(product, 'AWS::Logs::MetricFilter').flatMap(
      ({ MetricTransformations }) =>
        MetricTransformations as { MetricName: string; MetricNamespace: string }[],
    )
    const own = rows.filter(([from]) => from === namespace).map(([, name]) => name)
    expect(own).toEqual(['Errors', 'BlockedCalls'])
    for (const name of own)
      expect(counted).toContainEqual(
        expect.objectContaining({ MetricName: name, MetricNamespace: namespace }),
      )
  })

  test('has the address that the output states', () => {
    const [output] = Object.values(product.findOutputs('DashboardUrl'))
    expect(toText(output?.['Value'])).toMatch(
      /^https:\/\/us-east-1\.console\.aws\.amazon\.com\/cloudwatch\/.*#dashboards\/dashboard\/<\{Ref:Dashboard\w+\}>$/,
    )
  })
})
