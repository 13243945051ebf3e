import { App } from 'aws-cdk-lib'
import { createStacks } from './create-stacks.ts'
import { readOutputs } from './outputs.ts'
import { releaseCommit } from './release-commit.ts'
import { readSettings } from './settings.ts'

const here = (file: string) => new URL(file, import.meta.url)

/** The entry point for `cdk`. Creates the stacks that the known outputs allow. */
const outputs = readOutputs(['pools', 'storage', 'product'].map((step) => here(`outputs.${step}.json`)))
const commit = releaseCommit(here('../..'))
if (commit === undefined)
  console.error('What is deployed is no commit: the copies will not say which release they are.')
createStacks(new App(), readSettings(here('settings.json')), { ...outputs, commit })
