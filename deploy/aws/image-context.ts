import { readFileSync } from 'node:fs'
import { IgnoreMode } from 'aws-cdk-lib'

/** CDK looks for `.dockerignore` at the root only; the tools that build the image find this one by its name. */
const ignored = readFileSync(new URL('../Containerfile.dockerignore', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * What of the repository is sent to whoever builds the image, and what it is named by. CDK has it built in a copy of this, in which
 * the Containerfile must be too; it adds one only at the root.
 */
export const imageContext = {
  exclude: [...ignored, '!deploy/Containerfile'],
  ignoreMode: IgnoreMode.DOCKER,
}
