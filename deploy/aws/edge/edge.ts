import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib'
import * as acm from 'aws-cdk-lib/aws-certificatemanager'
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront'
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins'
import type * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import type * as s3 from 'aws-cdk-lib/aws-s3'
import type * as waf from 'aws-cdk-lib/aws-wafv2'
import { suppressRule } from '../suppress-rule.ts'
import type { Settings } from '../settings.ts'

/** Paths of files that the server allows caches to store: scripts, films, captions and pictures. */
const cachedPaths = ['/assets/*', '/videos/*', '/thumbnails/*', '/icons/*', '/logos/*', '/screenshots/*']

/** Statuses that CloudFront caches by default: for 10 s, most of them regardless of Cache-Control. */
const cachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504]

type Options = {
  settings: Settings
  balancer: balancing.ApplicationLoadBalancer
  firewall: waf.CfnWebACL
  accessLogs: s3.Bucket
}

/**
 * The CDN in front of the site. The server serves the app itself, with its headers and cache rules.
 * CloudFront caches what those rules allow and has no separate copy of the site.
 */
export const createEdge = (stack: Stack, { settings, balancer, firewall, accessLogs }: Options) => {
  const origin = origins.VpcOrigin.withApplicationLoadBalancer(balancer, {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    // The app waits 30 s for a call. The load balancer closes an idle connection after 60 s.
    readTimeout: Duration.seconds(35),
    keepaliveTimeout: Duration.seconds(55),
  })
  const commonBehavior = {
    origin,
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    // Passes on Host, with which the load balancer selects the site's certificate.
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
    // The balancer sets a cookie with the copy in each response, and everybody shares cached responses.
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
    // Another copy may have what one copy lacks, and an error of one coach must not reach all coaches.
    errorResponses: cachedErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    webAclId: firewall.attrArn,
    enableLogging: true,
    logBucket: accessLogs,
    logFilePrefix: 'edge/',
    // URLs of the app and of files contain no secrets, but cookies do.
    logIncludesCookies: false,
  })
  suppressRule(distribution, 'CFR1', 'Coaches travel, and their phones with them: no country is shut out.')
  new CfnOutput(stack, 'SiteAddress', { value: distribution.distributionDomainName })
  return distribution
}
