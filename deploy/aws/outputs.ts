import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { poolNames } from '../../src/config/locales.ts'

const pool = v.object({ userPoolId: v.string(), webClientId: v.string() })

const outputs = v.object({
  pools: v.optional(v.object(v.entriesFromList(poolNames, pool))),
  files: v.optional(
    v.object({
      identityPoolId: v.string(),
      loyaltyVendorArn: v.string(),
      developerKeyArn: v.string(),
    }),
  ),
  product: v.optional(v.object({ siteAddress: v.string() })),
})

/**
 * Values that AWS chose for existing stacks. They are built into the app, so the next stack needs them as
 * plain text and not as references.
 */
export type Outputs = v.InferOutput<typeof outputs>

const byStack = v.record(v.string(), v.record(v.string(), v.string()))

/** Parses the outputs that `cdk deploy --outputs-file` wrote, merged from all stacks. */
export const parseOutputs = (content: unknown): Outputs => {
  const all: Record<string, string> = Object.assign({}, ...Object.values(v.parse(byStack, content)))
  const pools = Object.fromEntries(
    poolNames.map((name) => [
      name,
      { userPoolId: all[`UserPoolId${name}`], webClientId: all[`WebClientId${name}`] },
    ]),
  )
  return v.parse(outputs, {
    pools: poolNames.every((name) => `UserPoolId${name}` in all) ? pools : undefined,
    files:
      'IdentityPoolId' in all
        ? {
            identityPoolId: all['IdentityPoolId'],
            loyaltyVendorArn: all['LoyaltyVendorArn'],
            developerKeyArn: all['DeveloperKeyArn'],
          }
        : undefined,
    product: 'SiteAddress' in all ? { siteAddress: all['SiteAddress'] } : undefined,
  })
}

/** Reads all existing files: one for each step of the deployment. */
export const readOutputs = (files: readonly URL[]): Outputs =>
  parseOutputs(
    Object.assign(
      {},
      ...files
        .filter((file) => existsSync(file))
        .map((file): unknown => JSON.parse(readFileSync(file, 'utf8'))),
    ),
  )
