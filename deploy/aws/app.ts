/** The entry point for `cdk`. Creates the stacks for which the outputs of earlier steps exist. */

import { App } from 'aws-cdk-lib'
import { createStacks } from './create-stacks.ts'
import { readOutputs } from './outputs.ts'
import { readReleaseCommit } from './release-commit.ts'
import { readSettings } from './settings.ts'

const toUrl = (file: string) => new URL(file, import.meta.url)

const outputs = readOutputs(['pools', 'storage', 'product'].map((step) => toUrl(`outputs.${step}.json`)))
const commit = readReleaseCommit(toUrl('../..'))
if (commit === undefined)
  console.error('The working tree differs from its commit, so the tasks will not report their release.')
createStacks(new App(), readSettings(toUrl('settings.json')), { ...outputs, commit })
