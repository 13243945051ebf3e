import { readFileSync } from 'node:fs'
import { CfnOutput, type Stack } from 'aws-cdk-lib'
import * as aps from 'aws-cdk-lib/aws-aps'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as logs from 'aws-cdk-lib/aws-logs'
import type * as sns from 'aws-cdk-lib/aws-sns'
import { metricsPort } from '../product-environment.ts'
import { ownNamespace, shownMetrics } from './shown-metrics.ts'

/**
 * `alarmTopic` sends alarms by email, `pagerTopic` sends urgent ones to the pager. The alarms of CloudWatch use the
 * same topics.
 */
type Topics = { alarmTopic: sns.Topic; pagerTopic: sns.Topic }

/** Returns the definition of Prometheus's alert manager: which alerts go to which topic. */
const formatAlertManager = (region: string, { alarmTopic, pagerTopic }: Topics): string => {
  const createReceiver = (name: string, { topicArn }: sns.Topic) => ({
    name,
    sns_configs: [
      {
        topic_arn: topicArn,
        sigv4: { region },
        // The default subject lists every label and is too long for SNS.
        subject: 'Breaking Barriers: {{ .CommonLabels.alertname }} ({{ .CommonLabels.severity }})',
      },
    ],
  })
  const config = {
    route: {
      receiver: 'alarms',
      group_by: ['alertname'],
      routes: [{ receiver: 'pages', matchers: ['severity="page"'] }],
    },
    receivers: [createReceiver('alarms', alarmTopic), createReceiver('pages', pagerTopic)],
  }
  // AWS expects YAML, which includes JSON. The configuration itself is a text inside it.
  return JSON.stringify({ alertmanager_config: JSON.stringify(config) })
}

/** Lets the alert manager of a workspace send messages to the topics. */
const allowAlerts = (stack: Stack, workspace: aps.CfnWorkspace, { alarmTopic, pagerTopic }: Topics) => {
  const prometheus = new iam.ServicePrincipal('aps.amazonaws.com')
  // One call is enough, because both topics have the same key.
  alarmTopic.masterKey?.grantEncryptDecrypt(prometheus)
  for (const snsTopic of [alarmTopic, pagerTopic])
    snsTopic.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [prometheus],
        actions: ['sns:Publish', 'sns:GetTopicAttributes'],
        resources: [snsTopic.topicArn],
        conditions: {
          ArnEquals: { 'aws:SourceArn': workspace.attrArn },
          StringEquals: { 'AWS:SourceAccount': stack.account },
        },
      }),
    )
}

/** Creates Amazon's managed Prometheus with the alert rules of `deploy/observe/`. */
export const createMetrics = (stack: Stack, topics: Topics) => {
  const workspace = new aps.CfnWorkspace(stack, 'Metrics', {
    alias: 'breaking-barriers',
    alertManagerDefinition: formatAlertManager(stack.region, topics),
  })
  allowAlerts(stack, workspace, topics)
  new aps.CfnRuleGroupsNamespace(stack, 'AlertRules', {
    name: 'breaking-barriers',
    workspace: workspace.attrArn,
    data: readFileSync(new URL('../../observe/alerts.yaml', import.meta.url), 'utf8'),
  })
  new CfnOutput(stack, 'MetricsEndpoint', { value: workspace.attrPrometheusEndpoint })
  return workspace
}

/** `dashboardLog`: the log from which CloudWatch reads the metrics of the dashboard. */
type CollectorOptions = { workspace: aps.CfnWorkspace; region: string; dashboardLog: logs.LogGroup }

/**
 * Returns the collector's configuration, which has two pipelines: all metrics go to Prometheus, and the few
 * of the dashboard (`shownMetrics`) also to CloudWatch. Each collector reads the metrics of the server in
 * its own task. That server's address is the same in every task, so a label must tell the tasks apart.
 */
const getCollectorConfig = ({ workspace, region, dashboardLog }: CollectorOptions) => ({
  extensions: { sigv4auth: { service: 'aps', region } },
  receivers: {
    prometheus: {
      config: {
        scrape_configs: [
          {
            job_name: 'breaking-barriers',
            scrape_interval: '60s',
            static_configs: [{ targets: [`localhost:${metricsPort}`] }],
          },
        ],
      },
    },
  },
  processors: {
    resourcedetection: { detectors: ['ecs'] },
    // Becomes the label `instance`. Without it, the tasks would write to the same series.
    resource: {
      attributes: [{ key: 'service.instance.id', action: 'upsert', from_attribute: 'aws.ecs.task.arn' }],
    },
    filter: {
      metrics: { include: { match_type: 'strict', metric_names: Object.keys(shownMetrics) } },
    },
  },
  exporters: {
    prometheusremotewrite: {
      endpoint: `${workspace.attrPrometheusEndpoint}api/v1/remote_write`,
      auth: { authenticator: 'sigv4auth' },
    },
    // Writes log lines, which CloudWatch turns into metrics of all tasks together.
    awsemf: {
      region,
      namespace: ownNamespace,
      log_group_name: dashboardLog.logGroupName,
      dimension_rollup_option: 'NoDimensionRollup',
      // Without this option, CloudWatch would use the first value of a series only as the base for the next
      // one. A counter has no value before its first event, so that event would never be shown.
      retain_initial_value_of_delta_metric: true,
      metric_declarations: Object.entries(shownMetrics).map(([name, label]) => ({
        dimensions: [[label]],
        metric_name_selectors: [`^${name}$`],
      })),
    },
  },
  service: {
    extensions: ['sigv4auth'],
    pipelines: {
      metrics: {
        receivers: ['prometheus'],
        processors: ['resourcedetection', 'resource'],
        exporters: ['prometheusremotewrite'],
      },
      'metrics/shown': { receivers: ['prometheus'], processors: ['filter'], exporters: ['awsemf'] },
    },
  },
})

/**
 * Adds a collector of metrics to a task of the server, so that nothing outside the task needs
 * access to them. If the collector stops, the task keeps running.
 */
export const addCollector = (
  stack: Stack,
  task: ecs.FargateTaskDefinition,
  { workspace, logging }: { workspace: aps.CfnWorkspace; logging: ecs.LogDriver },
) => {
  const dashboardLog = new logs.LogGroup(stack, 'ShownMetrics', { retention: logs.RetentionDays.ONE_WEEK })
  const config = getCollectorConfig({ workspace, region: stack.region, dashboardLog })
  task.addContainer('collector', {
    image: ecs.ContainerImage.fromRegistry('public.ecr.aws/aws-observability/aws-otel-collector:v0.43.1'),
    essential: false,
    enableRestartPolicy: true,
    memoryReservationMiB: 128,
    environment: { AOT_CONFIG_CONTENT: JSON.stringify(config) },
    logging,
  })
  task.addToTaskRolePolicy(
    new iam.PolicyStatement({ actions: ['aps:RemoteWrite'], resources: [workspace.attrArn] }),
  )
  dashboardLog.grantWrite(task.taskRole)
}
