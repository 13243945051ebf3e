import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { poolNames } from '../../../src/config/locales.ts'
import { createStacks } from '../create-stacks.ts'
import { parseOutputs } from '../outputs.ts'
import type { Deployed, DeployedValues } from '../product-environment.ts'
import { readSettings, type Settings } from '../settings.ts'
import { poolRegions } from '../user-pools.ts'

export const settings = readSettings(new URL('../settings.example.json', import.meta.url))

const { pools, files } = parseOutputs({
  pools: Object.fromEntries(
    poolNames.flatMap((name) => [
      [`UserPoolId${name}`, `${poolRegions[name]}_${name}coaches`],
      [`WebClientId${name}`, `client${name.toLowerCase()}`],
    ]),
  ),
  storage: {
    IdentityPoolId: 'us-east-1:00000000-0000-4000-8000-00000000000f',
    LoyaltyVendorArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:vendor-AbCdEf',
    DeveloperKeyArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:developer-AbCdEf',
  },
})
if (!pools || !files) throw new Error('The outputs of the test do not include both the pools and the files.')

/** Outputs as AWS would choose them, and a commit. */
export const deployed: Deployed = { pools, files, commit: 'e39ae195e39ae195e39ae195e39ae195e39ae195' }

/**
 * Synthesises the stacks from the example's settings. `synth` throws if cdk-nag finds an unexplained fault.
 */
export const synthesise = (values: DeployedValues, overrides: Partial<Settings> = {}) => {
  const app = new App({
    outdir: mkdtempSync(join(tmpdir(), 'deploy-check-')),
    // The files of the image only determine its name and are not copied.
    context: { 'aws:cdk:disable-asset-staging': true },
  })
  const stacks = createStacks(app, { ...settings, ...overrides }, values)
  const { missing } = app.synth().manifest
  if (missing?.length)
    throw new Error(`CDK would have to look these up at AWS: ${missing.map(({ key }) => key).join(', ')}`)
  return new Map(stacks.map((stack) => [stack.stackName, stack]))
}
