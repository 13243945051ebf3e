import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib'
import * as acm from 'aws-cdk-lib/aws-certificatemanager'
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront'
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins'
import type * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import type * as s3 from 'aws-cdk-lib/aws-s3'
import type * as waf from 'aws-cdk-lib/aws-wafv2'
import { accept } from './accept.ts'
import type { Settings } from './settings.ts'

/** What the server lets others cache: names with a hash, films, captions and pictures. */
const cachedPaths = ['/assets/*', '/videos/*', '/posters/*', '/icons/*', '/logos/*', '/screenshots/*']

/** Errors that CloudFront may cache; by default for 10 s, most of them whatever their Cache-Control says. */
const cachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504]

type Options = {
  settings: Settings
  balancer: balancing.ApplicationLoadBalancer
  firewall: waf.CfnWebACL
  accessLogs: s3.Bucket
}

/**
 * The site's address. The server serves the app itself, with its headers and cache rules, so CloudFront caches what those
 * allow and has no copy of the site of its own.
 */
export const createEdge = (stack: Stack, { settings, balancer, firewall, accessLogs }: Options) => {
  const origin = origins.VpcOrigin.withApplicationLoadBalancer(balancer, {
    protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
    // The app gives a call 30 s. The load balancer closes an idle connection after 60 s.
    readTimeout: Duration.seconds(35),
    keepaliveTimeout: Duration.seconds(55),
  })
  const shared = {
    origin,
    viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    // With Host, by which the load balancer shows the site's own certificate.
    originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER,
  }
  const cached = {
    ...shared,
    allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
    cachePolicy: new cloudfront.CachePolicy(stack, 'AsTheServerSays', {
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(365),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    }),
    // The balancer names the copy in a cookie of each response, and what is cached goes to everybody.
    responseHeadersPolicy: new cloudfront.ResponseHeadersPolicy(stack, 'WithoutCookies', {
      removeHeaders: ['Set-Cookie'],
    }),
  }
  const distribution = new cloudfront.Distribution(stack, 'Edge', {
    domainNames: [settings.domain],
    certificate: acm.Certificate.fromCertificateArn(stack, 'SiteCertificate', settings.certificateArn),
    minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
    // South America and Oceania are where most coaches are.
    priceClass: cloudfront.PriceClass.PRICE_CLASS_ALL,
    defaultBehavior: {
      ...shared,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
    },
    additionalBehaviors: Object.fromEntries(cachedPaths.map((path) => [path, cached])),
    // What one copy lacks the next one may have, and what fails for one coach is not everybody's.
    errorResponses: cachedErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    webAclId: firewall.attrArn,
    enableLogging: true,
    logBucket: accessLogs,
    logFilePrefix: 'edge/',
    // Addresses of the app and of files carry nothing secret, but a cookie does.
    logIncludesCookies: false,
  })
  accept(distribution, 'CFR1', 'Coaches travel, and their phones with them: no country is shut out.')
  new CfnOutput(stack, 'SiteAddress', { value: distribution.distributionDomainName })
  return distribution
}
