/**
 * `npm run deploy:check` checks the types of `deploy/` and runs its tests. Without an AWS account, the tests
 * synthesise the stacks, apply the rules of cdk-nag, and execute the steps of the image.
 */

import { runTool } from './product/processes.ts'
import { installDeployPackages } from './programs/deploy-packages.ts'

const steps = [
  installDeployPackages,
  () => runTool('tsc', '-p', 'deploy'),
  () => runTool('vitest', 'run', '--project', 'deploy'),
]
for (const step of steps) if ((await step()) !== 0) process.exit(1)
