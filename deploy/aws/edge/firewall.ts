import { ArnFormat, CfnOutput, type Stack } from 'aws-cdk-lib'
import * as logs from 'aws-cdk-lib/aws-logs'
import * as waf from 'aws-cdk-lib/aws-wafv2'
import { createUniqueName } from '../unique-name.ts'

/**
 * The most requests from one IP address in five minutes. A school or a stadium shares one address, so the
 * limits are high enough for a crowd and only stop scripts. The server's own limits apply per customer.
 */
export const rateLimits = { all: 10_000, signIn: 500 }

/** Makes CloudWatch count the requests that match a rule, under this name. */
export const createVisibility = (metricName: string) => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: true,
})

/** Has the format of the server's error responses. The app would treat any other text as a foreign answer. */
const tooManyRequestsBody = JSON.stringify({
  error: {
    code: 'too-many-requests',
    message: 'Too many requests came from this address.',
    request_id: 'firewall',
  },
})

/** Blocks a request with 429. The app keeps its entries until `Retry-After` allows the next request. */
const tooManyRequestsAction = {
  block: {
    customResponse: {
      responseCode: 429,
      customResponseBodyKey: 'too-many',
      responseHeaders: [{ name: 'Retry-After', value: '300' }],
    },
  },
}

/** Returns a rule for a rule group of AWS. The rules in `countedRules` count requests and block none. */
const createManagedRuleGroup = (
  priority: number,
  name: string,
  countedRules: string[] = [],
): waf.CfnWebACL.RuleProperty => ({
  name,
  priority,
  // Keeps the actions of the group's rules.
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: countedRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: createVisibility(name),
})

const signInPaths = ['/api/login', '/api/loyalty/']

const matchPath = (path: string): waf.CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    // Decodes the path as the server does, for which `/api/%6Cogin` is the same as `/api/login`.
    textTransformations: ['URL_DECODE', 'NORMALIZE_PATH', 'LOWERCASE'].map((type, priority) => ({
      priority,
      type,
    })),
  },
})

type RateOptions = { limit: number; action: waf.CfnWebACL.RuleActionProperty } & Pick<
  waf.CfnWebACL.RateBasedStatementProperty,
  'scopeDownStatement'
>

/**
 * Returns a rule that blocks an IP address's requests beyond `limit` in five minutes. Counts all requests,
 * or only those that match `scopeDownStatement`.
 */
export const createRateRule = (name: string, priority: number, { action, ...rate }: RateOptions) => ({
  name,
  priority,
  action,
  statement: { rateBasedStatement: { aggregateKeyType: 'IP', ...rate } },
  visibilityConfig: createVisibility(name),
})

/** The second argument is the priority: AWS tries the rules in this order. */
const rules: waf.CfnWebACL.RuleProperty[] = [
  createRateRule('Rate', 0, { limit: rateLimits.all, action: tooManyRequestsAction }),
  createRateRule('SignInRate', 1, {
    limit: rateLimits.signIn,
    action: tooManyRequestsAction,
    scopeDownStatement: { orStatement: { statements: signInPaths.map(matchPath) } },
  }),
  createManagedRuleGroup(2, 'AWSManagedRulesAmazonIpReputationList'),
  createManagedRuleGroup(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
  // The listed rules only count, because a coach's answers may contain anything, and reports of devices are
  // longer than 8 KiB.
  createManagedRuleGroup(4, 'AWSManagedRulesCommonRuleSet', [
    'SizeRestrictions_BODY',
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
  ]),
]

/** Creates the rules in front of CloudFront. Only blocked requests are logged, without their credentials. */
export const createFirewall = (stack: Stack) => {
  const firewall = new waf.CfnWebACL(stack, 'Firewall', {
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    customResponseBodies: { 'too-many': { contentType: 'APPLICATION_JSON', content: tooManyRequestsBody } },
    rules,
    visibilityConfig: createVisibility('Firewall'),
  })
  const log = new logs.LogGroup(stack, 'FirewallLog', {
    // AWS WAF requires this prefix.
    logGroupName: createUniqueName(stack, 'aws-waf-logs-breaking-barriers'),
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
