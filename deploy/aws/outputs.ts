import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { poolNames, type PoolName } from '../../src/config/locales.ts'

const poolSchema = v.object({
  userPoolId: v.string(),
  webClientId: v.string(),
  /** The origin of the pool's hosted sign-in page. Absent: there is no such page. */
  hostedOrigin: v.optional(v.string()),
})

/** Each part is absent until its stacks exist. */
const outputsSchema = v.object({
  pools: v.optional(v.object(v.entriesFromList(poolNames, poolSchema))),
  /** For the storage of coaches' files. */
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

/** The name and value of each output, by the name of its stack. */
const outputsByStack = v.record(v.string(), v.record(v.string(), v.string()))

/** Parses the outputs that `cdk deploy --outputs-file` wrote, merged from all stacks. */
export const parseOutputs = (content: unknown): Outputs => {
  const stackOutputs = Object.values(v.parse(outputsByStack, content))
  const outputs: Record<string, string> = Object.assign({}, ...stackOutputs)
  const hasPools = poolNames.every((name) => `UserPoolId${name}` in outputs)
  const getPool = (name: PoolName) => ({
    userPoolId: outputs[`UserPoolId${name}`],
    webClientId: outputs[`WebClientId${name}`],
    hostedOrigin: outputs[`HostedOrigin${name}`],
  })
  const pools = Object.fromEntries(poolNames.map((name) => [name, getPool(name)]))
  const files = {
    identityPoolId: outputs['IdentityPoolId'],
    loyaltyVendorArn: outputs['LoyaltyVendorArn'],
    developerKeyArn: outputs['DeveloperKeyArn'],
  }
  const product = { siteAddress: outputs['SiteAddress'] }
  return v.parse(outputsSchema, {
    pools: hasPools ? pools : undefined,
    files: 'IdentityPoolId' in outputs ? files : undefined,
    product: 'SiteAddress' in outputs ? product : undefined,
  })
}

/** Reads those of the files that exist. Each step of the deployment writes one. */
export const readOutputs = (files: readonly URL[]): Outputs => {
  const contents = files
    .filter((file) => existsSync(file))
    .map((file): unknown => JSON.parse(readFileSync(file, 'utf8')))
  return parseOutputs(Object.assign({}, ...contents))
}
