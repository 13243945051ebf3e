import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sourceArguments } from '../deploy/aws/database/database-source.ts'
import { readSettings, refuseMaintenanceThatIsOver } from '../deploy/aws/settings.ts'
import { installDeployPackages } from './programs/deploy-packages.ts'
import { root, run } from './product/processes.ts'

/** AWS keeps this parameter. A later deployment that omits it leaves the protection on. */
const protect = ['--parameters', 'Protection=on']

const folder = join(root, 'deploy', 'aws')
const settingsFile = join(folder, 'settings.json')
if (!existsSync(settingsFile)) {
  console.error('Copy deploy/aws/settings.example.json to deploy/aws/settings.json and fill it in first.')
  process.exit(1)
}
const settings = readSettings(pathToFileURL(settingsFile))
refuseMaintenanceThatIsOver(settings, new Date())
const restore = sourceArguments(settings.databaseFrom)

/**
 * Deploys the product to AWS in three steps, because the build of the app needs values that AWS chooses in
 * the first two. Stacks with data get their protection from deletion only after their creation, so that a
 * failed creation can be rolled back and repeated.
 */
const steps = [
  { stacks: 'BreakingBarriersPools-*', outputs: 'outputs.pools.json', after: protect },
  { stacks: 'BreakingBarriersStorage*', outputs: 'outputs.storage.json' },
  { stacks: 'BreakingBarriers', outputs: 'outputs.product.json', first: restore, after: protect },
]

if ((await installDeployPackages()) !== 0) process.exit(1)
const cdk = join(root, 'deploy', 'node_modules', 'aws-cdk', 'bin', 'cdk')
const always = [
  '--exclusively',
  '--app',
  `node ${join(folder, 'app.ts')}`,
  '--output',
  join(root, '.data', 'cdk'),
]
for (const { stacks, outputs, first = [], after } of steps) {
  console.log(`\n— ${stacks}`)
  // Passes on the arguments of the command, as in `npm run deploy -- --require-approval never`.
  const own = process.argv.slice(2)
  const deploy = [cdk, 'deploy', stacks, ...always, ...first, '--outputs-file', join(folder, outputs), ...own]
  const code = (await run(deploy)) || (after ? await run([...deploy, ...after]) : 0)
  if (code !== 0) process.exit(code)
}
