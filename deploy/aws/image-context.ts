import { readFileSync } from 'node:fs'
import { IgnoreMode } from 'aws-cdk-lib'

/** CDK reads only a `.dockerignore` at the root. The builders of the image find this file by its name. */
const ignored = readFileSync(new URL('../Containerfile.dockerignore', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * The files of the repository that are sent to the builder and determine the name of the image. CDK builds
 * from a copy of these files, which has to contain the Containerfile; CDK adds it only if it is at the root.
 */
export const imageContext = {
  exclude: [...ignored, '!deploy/Containerfile'],
  ignoreMode: IgnoreMode.DOCKER,
}
