import { ArnFormat, CfnOutput, type Stack } from 'aws-cdk-lib'
import * as logs from 'aws-cdk-lib/aws-logs'
import * as waf from 'aws-cdk-lib/aws-wafv2'
import { ownName } from './own-name.ts'

/**
 * Requests in five minutes from one address. A school or a stadium shares one, so these stop a machine and not a crowd:
 * the server's own limits go by customer.
 */
export const rateLimits = { all: 10_000, signIn: 500 }

export const seen = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: true,
})

/** In the words of the server's own refusals: to the app another text would be some stranger's. */
const tooMany = JSON.stringify({
  error: {
    code: 'too-many-requests',
    message: 'Too many requests came from this address.',
    request_id: 'firewall',
  },
})

/** The app obeys Retry-After, and the entry waits. */
const refuse = {
  block: {
    customResponse: {
      responseCode: 429,
      customResponseBodyKey: 'too-many',
      responseHeaders: [{ name: 'Retry-After', value: '300' }],
    },
  },
}

const managed = (priority: number, name: string, counted: string[] = []): waf.CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: seen(name),
})

const signInPaths = ['/api/login', '/api/loyalty/']

const startsWith = (path: string): waf.CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    // As the server reads it: it decodes `/api/%6Cogin` before it looks for the route.
    textTransformations: ['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'].map((type, priority) => ({
      priority,
      type,
    })),
  },
})

type Rate = { limit: number; action: waf.CfnWebACL.RuleActionProperty } & Pick<
  waf.CfnWebACL.RateBasedStatementProperty,
  'scopeDownStatement'
>

/** Refuses what one address sends beyond a limit in five minutes: all of it, or what the statement matches. */
export const rateRule = (name: string, priority: number, { action, ...rate }: Rate) => ({
  name,
  priority,
  action,
  statement: { rateBasedStatement: { aggregateKeyType: 'IP', ...rate } },
  visibilityConfig: seen(name),
})

const rules: waf.CfnWebACL.RuleProperty[] = [
  rateRule('Rate', 0, { limit: rateLimits.all, action: refuse }),
  rateRule('SignInRate', 1, {
    limit: rateLimits.signIn,
    action: refuse,
    scopeDownStatement: { orStatement: { statements: signInPaths.map(startsWith) } },
  }),
  managed(2, 'AWSManagedRulesAmazonIpReputationList'),
  managed(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
  // A coach's answers may look like anything, and reports of devices are longer than 8 KiB: these rules only count.
  managed(4, 'AWSManagedRulesCommonRuleSet', [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
  ]),
]

/** The rules in front of CloudFront. Its log leaves out what signs somebody in. */
export const createFirewall = (stack: Stack) => {
  const firewall = new waf.CfnWebACL(stack, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    customResponseBodies: { 'too-many': { contentType: 'APPLICATION_JSON', content: tooMany } },
    rules,
    visibilityConfig: seen('Firewall'),
  })
  const log = new logs.LogGroup(stack, 'FirewallLog', {
    // AWS WAF asks for this beginning.
    logGroupName: ownName(stack, 'aws-waf-logs-breaking-barriers'),
    retention: logs.RetentionDays.ONE_MONTH,
  })
  new waf.CfnLoggingConfiguration(stack, 'FirewallLogging', {
    resourceArn: firewall.attrArn,
    logDestinationConfigs: [
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: log.logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    redactedFields: ['cookie', 'authorization'].map((Name) => ({ singleHeader: { Name } })),
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    },
  })
  new CfnOutput(stack, 'FirewallLogGroup', { value: log.logGroupName })
  return { firewall, firewallLog: log }
}
