import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { poolNames } from '../../src/config/locales.ts'

const poolSchema = v.object({ userPoolId: v.string(), webClientId: v.string() })

const outputsSchema = v.object({
  pools: v.optional(v.object(v.entriesFromList(poolNames, poolSchema))),
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
export type Outputs = v.InferOutput<typeof outputsSchema>

const outputsByStack = v.record(v.string(), v.record(v.string(), v.string()))

/** Parses the outputs that `cdk deploy --outputs-file` wrote, merged from all stacks. */
export const parseOutputs = (content: unknown): Outputs => {
  const outputs: Record<string, string> = Object.assign(
    {},
    ...Object.values(v.parse(outputsByStack, content)),
  )
  const pools = Object.fromEntries(
    poolNames.map((name) => [
      name,
      { userPoolId: outputs[`UserPoolId${name}`], webClientId: outputs[`WebClientId${name}`] },
    ]),
  )
  return v.parse(outputsSchema, {
    pools: poolNames.every((name) => `UserPoolId${name}` in outputs) ? pools : undefined,
    files:
      'IdentityPoolId' in outputs
        ? {
            identityPoolId: outputs['IdentityPoolId'],
            loyaltyVendorArn: outputs['LoyaltyVendorArn'],
            developerKeyArn: outputs['DeveloperKeyArn'],
          }
        : undefined,
    product: 'SiteAddress' in outputs ? { siteAddress: outputs['SiteAddress'] } : undefined,
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
