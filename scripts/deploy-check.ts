import { installDeployPackages } from './programs/deploy-packages.ts'
import { tool } from './product/processes.ts'

/** Synthesises the AWS stacks without an account and carries out the image's steps: types, cdk-nag, tests. */
const steps = [
  installDeployPackages,
  () => tool('tsc', '-p', 'deploy'),
  () => tool('vitest', 'run', '--project', 'deploy'),
]
for (const step of steps) if ((await step()) !== 0) process.exit(1)
