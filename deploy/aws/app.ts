/** The entry point for `cdk`. Creates the stacks for which the outputs of earlier steps exist. */

import { App } from 'aws-cdk-lib'
import { createStacks } from './create-stacks.ts'
import { readOutputs } from './outputs.ts'
import { releaseCommit } from './release-commit.ts'
import { readSettings } from './settings.ts'

const urlOf = (file: string) => new URL(file, import.meta.url)

const outputs = readOutputs(['pools', 'storage', 'product'].map((step) => urlOf(`outputs.${step}.json`)))
const commit = releaseCommit(urlOf('../..'))
if (commit === undefined)
  console.error('What is deployed is not a commit: the copies will not say which release they are.')
createStacks(new App(), readSettings(urlOf('settings.json')), { ...outputs, commit })
