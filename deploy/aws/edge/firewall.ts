import { ArnFormat, CfnOutput, type Stack } from 'aws-cdk-lib'
import * as logs from 'aws-cdk-lib/aws-logs'
import * as waf from 'aws-cdk-lib/aws-wafv2'
import { ownName } from '../own-name.ts'

/**
 * Requests from one address in five minutes. A school or a stadium shares one address, so these limits stop a
 * machine and not a crowd. The server's own limits apply per customer.
 */
export const rateLimits = { all: 10_000, signIn: 500 }

export const seen = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: true,
})

/** The same format as the server's own refusals. The app would treat another text as foreign. */
const tooMany = JSON.stringify({
  error: {
    code: 'too-many-requests',
    message: 'Too many requests came from this address.',
    request_id: 'firewall',
  },
})

/** The app respects Retry-After, and its entries wait. */
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
    // As the server does, which decodes `/api/%6Cogin` before it looks up the route.
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

/** Refuses an address's requests beyond a limit in five minutes: all, or those that the statement matches. */
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
  // These rules only count, because a coach's answers may contain anything, and reports of devices are longer
  // than 8 KiB.
  managed(4, 'AWSManagedRulesCommonRuleSet', [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
  ]),
]

/** The rules in front of CloudFront. Their log omits headers with credentials. */
export const createFirewall = (stack: Stack) => {
  const firewall = new waf.CfnWebACL(stack, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    customResponseBodies: { 'too-many': { contentType: 'APPLICATION_JSON', content: tooMany } },
    rules,
    visibilityConfig: seen('Firewall'),
  })
  const log = new logs.LogGroup(stack, 'FirewallLog', {
    // AWS WAF requires this prefix.
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
