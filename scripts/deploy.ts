/**
 * `npm run deploy` deploys the product to AWS in three steps, because the build of the app needs values that
 * AWS chooses in the first two. Stacks with data get their protection from deletion only after their
 * creation, so that a failed creation can be rolled back and repeated. Passes its arguments on to `cdk
 * deploy`: `npm run deploy -- --require-approval never`.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSourceArguments } from '../deploy/aws/database/database-source.ts'
import { assertMaintenanceNotOver, readSettings } from '../deploy/aws/settings.ts'
import { root, run } from './product/processes.ts'
import { installDeployPackages } from './programs/deploy-packages.ts'

const folder = join(root, 'deploy', 'aws')
const settingsFile = join(folder, 'settings.json')
if (!existsSync(settingsFile)) {
  console.error('Copy deploy/aws/settings.example.json to deploy/aws/settings.json and fill it in first.')
  process.exit(1)
}
const settings = readSettings(pathToFileURL(settingsFile))
assertMaintenanceNotOver(settings, new Date())

/** `hasData`: whether the stacks contain data, which must be protected from deletion. */
type Step = { stacks: string; outputsFile: string; parameters?: string[]; hasData?: boolean }

const steps: Step[] = [
  { stacks: 'BreakingBarriersPools-*', outputsFile: 'outputs.pools.json', hasData: true },
  { stacks: 'BreakingBarriersStorage*', outputsFile: 'outputs.storage.json' },
  {
    stacks: 'BreakingBarriers',
    outputsFile: 'outputs.product.json',
    parameters: createSourceArguments(settings.databaseFrom),
    hasData: true,
  },
]

/** AWS remembers this parameter, so the protection stays on when a later deployment omits it. */
const protectionOn = ['--parameters', 'Protection=on']

const cdk = join(root, 'deploy', 'node_modules', 'aws-cdk', 'bin', 'cdk')
const commonArguments = [
  '--exclusively',
  '--app',
  `node ${join(folder, 'app.ts')}`,
  '--output',
  join(root, '.data', 'cdk'),
]

/** Runs `cdk deploy` for the stacks of a step. If it fails, ends this script with its exit code. */
const deployOrExit = async (
  { stacks, outputsFile, parameters = [] }: Step,
  furtherParameters: string[] = [],
): Promise<void> => {
  const outputs = ['--outputs-file', join(folder, outputsFile)]
  const passedArguments = process.argv.slice(2)
  const code = await run([
    cdk,
    'deploy',
    stacks,
    ...commonArguments,
    ...parameters,
    ...outputs,
    ...passedArguments,
    ...furtherParameters,
  ])
  if (code !== 0) process.exit(code)
}

if ((await installDeployPackages()) !== 0) process.exit(1)
for (const step of steps) {
  console.log(`\n— ${step.stacks}`)
  await deployOrExit(step)
  if (step.hasData) await deployOrExit(step, protectionOn)
}
