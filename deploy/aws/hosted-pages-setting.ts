import * as v from 'valibot'
import { poolNames } from '../../src/config/locales.ts'

/** A host name, without `https://`. */
export const hostName = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/, 'must be a host name, such as coaches.example.org'),
)

/** The ARN of a certificate. CloudFront requires it in us-east-1. */
export const certificateArn = v.pipe(
  v.string(),
  v.regex(
    /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
    'must be the ARN of a certificate in us-east-1',
  ),
)

/** The first part of `<prefix>.auth.<region>.amazoncognito.com`. No other account may have it there. */
const prefix = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'must have up to 63 lower-case letters, digits and hyphens, without a hyphen at either end',
  ),
  v.check(
    (text) => !/aws|amazon|cognito/.test(text),
    'must not contain `aws`, `amazon` or `cognito`, which AWS reserves',
  ),
)

/** The page of one pool: at a name that Cognito provides, or at a domain of the operator. */
const hostedPageSchema = v.union(
  [v.strictObject({ prefix }), v.strictObject({ domain: v.pipe(hostName, v.maxLength(63)), certificateArn })],
  'needs `prefix`, or `domain` and `certificateArn`',
)

export type HostedPage = v.InferOutput<typeof hostedPageSchema>

/** The hosted sign-in pages, by pool. A pool without an entry has no page. */
export const hostedPagesSchema = v.record(
  v.picklist(poolNames, `must be one of ${poolNames.join(', ')}`),
  hostedPageSchema,
)

type Given = { account: string; domain: string; hostedSignIn: v.InferOutput<typeof hostedPagesSchema> }

/** Lists what is wrong with the pages together with the other settings. */
export const listHostedPageProblems = ({ account, domain, hostedSignIn }: Given): string[] => {
  const pages = Object.values(hostedSignIn)
  const names = pages.map((page) => ('prefix' in page ? page.prefix : page.domain))
  const arns = pages.flatMap((page) => ('domain' in page ? page.certificateArn : []))
  return [
    ...(new Set(names).size < names.length ? ['each pool needs its own `prefix` or `domain`'] : []),
    ...(names.includes(domain)
      ? [`\`domain\` must not be the domain of the site; use one below it, such as login.${domain}`]
      : []),
    ...(arns.every((arn) => arn.includes(`:${account}:`))
      ? []
      : ['`certificateArn` must be of the same account']),
  ]
}
