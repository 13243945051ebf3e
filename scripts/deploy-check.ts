/**
 * `npm run deploy-check` synthesises the AWS stacks without an account, and executes the steps of the image:
 * checks their types, the rules of cdk-nag, and the tests of `deploy/`.
 */

import { installDeployPackages } from './programs/deploy-packages.ts'
import { runTool } from './product/processes.ts'

const steps = [
  installDeployPackages,
  () => runTool('tsc', '-p', 'deploy'),
  () => runTool('vitest', 'run', '--project', 'deploy'),
]
for (const step of steps) if ((await step()) !== 0) process.exit(1)
