import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib'
import * as acm from 'aws-cdk-lib/aws-certificatemanager'
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront'
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins'
import type * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import type * as s3 from 'aws-cdk-lib/aws-s3'
import type * as waf from 'aws-cdk-lib/aws-wafv2'
import { suppressRule } from '../suppress-rule.ts'
import type { Settings } from '../settings.ts'

/** Paths of files that the server allows caches to store: scripts, videos, captions and pictures. */
const cachedPaths = ['/assets/*', '/videos/*', '/thumbnails/*', '/icons/*', '/logos/*', '/screenshots/*']

/** Statuses that CloudFront caches for 10 s by default, most of them regardless of Cache-Control. */
const errorStatuses = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504]

type Options = {
  settings: Settings
  balancer: balancing.ApplicationLoadBalancer
  firewall: waf.CfnWebACL
  accessLogs: s3.Bucket
}

/**
 * Creates the CDN in front of the site. The server serves the app, and its headers contain the cache rules.
 * CloudFront caches what those rules allow and has no separate copy of the site.
 */
export const createEdge = (stack: Stack, { settings, balancer, firewall, accessLogs }: Options) => {
  const origin = origins.VpcOrigin.withApplicationLoadBalancer(balancer, {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    // Longer than the 30 s that the app waits for a call.
    readTimeout: Duration.seconds(35),
    // Shorter than the 60 s after which the load balancer closes an idle connection.
    keepaliveTimeout: Duration.seconds(55),
  })
  const commonBehavior = {
    origin,
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    // Passes on the Host header, which the load balancer uses to select the site's certificate.
    originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER,
  }
  const cachedBehavior = {
    ...commonBehavior,
    allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
    cachePolicy: new cloudfront.CachePolicy(stack, 'AsTheServerSays', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    }),
    // In each response, the load balancer sets a cookie that names the task. A cached response must not pass
    // that cookie on to other visitors.
    responseHeadersPolicy: new cloudfront.ResponseHeadersPolicy(stack, 'WithoutCookies', {
      removeHeaders: ['Set-Cookie'],
    }),
  }
  const distribution = new cloudfront.Distribution(stack, 'Edge', {
    domainNames: [settings.domain],
    certificate: acm.Certificate.fromCertificateArn(stack, 'SiteCertificate', settings.certificateArn),
    minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
    // Most coaches are in South America and Oceania.
    priceClass: cloudfront.PriceClass.PRICE_CLASS_ALL,
    defaultBehavior: {
      ...commonBehavior,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
    },
    additionalBehaviors: Object.fromEntries(cachedPaths.map((path) => [path, cachedBehavior])),
    // Errors are not cached, because another task may have the file and one error must not reach all coaches.
    errorResponses: errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    webAclId: firewall.attrArn,
    enableLogging: true,
    logBucket: accessLogs,
    logFilePrefix: 'edge/',
    // URLs contain no secrets, but cookies do. The code of a hosted sign-in is useless without its verifier,
    // which stays in the tab, and valid once.
    logIncludesCookies: false,
  })
  suppressRule(distribution, 'CFR1', 'Coaches travel with their phones, so no country is blocked.')
  new CfnOutput(stack, 'SiteAddress', { value: distribution.distributionDomainName })
  return distribution
}
