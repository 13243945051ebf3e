import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDeployPackages } from './deploy-packages.ts'
import { root, run } from './processes.ts'

/** Brings the product to AWS: three steps, as the app is built with what AWS chooses in the first two. */
const steps = [
  ['BreakingBarriersPools-*', 'outputs.pools.json'],
  ['BreakingBarriersStorage', 'outputs.storage.json'],
  ['BreakingBarriers', 'outputs.product.json'],
] as const

const folder = join(root, 'deploy', 'aws')
if (!existsSync(join(folder, 'settings.json'))) {
  console.error('Copy deploy/aws/settings.example.json to deploy/aws/settings.json and fill it in first.')
  process.exit(1)
}
if ((await installDeployPackages()) !== 0) process.exit(1)
const cdk = join(root, 'deploy', 'node_modules', 'aws-cdk', 'bin', 'cdk')
for (const [stacks, outputs] of steps) {
  console.log(`\n— ${stacks}`)
  const options = [
    '--exclusively',
    '--app',
    `node ${join(folder, 'app.ts')}`,
    '--output',
    join(root, '.data', 'cdk'),
  ]
  // What was asked for at the end is passed on, as in `npm run deploy -- --require-approval never`.
  const own = process.argv.slice(2)
  const code = await run([cdk, 'deploy', stacks, ...options, '--outputs-file', join(folder, outputs), ...own])
  if (code !== 0) process.exit(code)
}
