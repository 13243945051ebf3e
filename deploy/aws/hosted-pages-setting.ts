import * as v from 'valibot'
import { poolNames } from '../../src/config/locales.ts'

/** A host name of two or more labels, without `https://`. */
export const hostName = v.pipe(
  v.string(),
  v.regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
    'must be a host name, such as coaches.example.org',
  ),
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

/** The name of a user pool. */
export const poolNameSchema = v.picklist(poolNames, `must be one of ${poolNames.join(', ')}`)

/**
 * The names of providers (SAML or OIDC) that an operator has added to the pool for organisations. COGNITO, the
 * accounts of the pool itself, is always offered.
 */
const providers = v.optional(
  v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.regex(/^[^_,\s]{3,32}$/, 'must be 3 to 32 characters without spaces, underscores and commas'),
        v.check((name) => name.toUpperCase() !== 'COGNITO', 'must not be COGNITO, which is always offered'),
      ),
      'must be a list, such as ["Club-Login"]',
    ),
    v.check((names) => new Set(names).size === names.length, 'must name each provider once'),
  ),
  [],
)

const pageMessage = 'needs `prefix`, or `domain` and `certificateArn`; a list of `providers` is optional'

const prefixPage = v.strictObject({ prefix, providers }, pageMessage)

const domainPage = v.strictObject(
  { domain: v.pipe(hostName, v.maxLength(63)), certificateArn, providers },
  pageMessage,
)

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

/**
 * The page of one pool: at a name that Cognito provides, or at a domain of the operator. Not a union, which
 * would not name the part that is wrong.
 */
const hostedPageSchema = v.lazy((page) => (isObject(page) && 'domain' in page ? domainPage : prefixPage))

export type HostedPage = v.InferOutput<typeof hostedPageSchema>

/** The hosted sign-in pages, by pool. A pool without an entry has no page. */
export const hostedPagesSchema = v.pipe(
  v.custom<Record<string, unknown>>(isObject, 'must name pools, such as { "GB": { "prefix": "coaches" } }'),
  v.record(poolNameSchema, hostedPageSchema),
)

type SettingsOfPages = {
  account: string
  domain: string
  hostedSignIn: v.InferOutput<typeof hostedPagesSchema>
  mutableEmails: readonly string[]
}

/** Lists what is wrong with the domains of pages. `domain` is the one of the site. */
const listDomainErrors = (pages: readonly HostedPage[], domain: string): string[] => {
  const errors: string[] = []
  const hostNames = pages.map((page) => ('prefix' in page ? page.prefix : page.domain))
  if (new Set(hostNames).size < hostNames.length) errors.push('each pool needs its own `prefix` or `domain`')
  if (pages.some((page) => 'domain' in page && `.${domain}`.endsWith(`.${page.domain}`)))
    errors.push(
      `\`domain\` must not be the domain of the site or one above it; use one below it, such as login.${domain}`,
    )
  return errors
}

/** Lists the pools whose pages have providers, although the address of an account cannot change. */
const listPoolsWithFixedEmails = ({ hostedSignIn, mutableEmails }: SettingsOfPages): string[] =>
  Object.entries(hostedSignIn)
    .filter(([name, page]) => page.providers.length > 0 && !mutableEmails.includes(name))
    .map(([name]) => name)

/** Lists what is wrong with the pages together with the other settings. */
export const listHostedPageErrors = (settings: SettingsOfPages): string[] => {
  const { account, domain, hostedSignIn } = settings
  const pages = Object.values(hostedSignIn)
  const errors = listDomainErrors(pages, domain)
  if (pages.some((page) => 'domain' in page && !page.certificateArn.includes(`:${account}:`)))
    errors.push('`certificateArn` must be of the same account')
  for (const name of listPoolsWithFixedEmails(settings))
    errors.push(
      `\`providers\` of ${name} need \`"mutableEmails": ["${name}"]\` since before the first deployment: AWS writes the address again at each sign-in`,
    )
  return errors
}
