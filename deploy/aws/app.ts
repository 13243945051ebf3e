import { App } from 'aws-cdk-lib'
import { createStacks } from './create-stacks.ts'
import { readOutputs } from './outputs.ts'
import { readSettings } from './settings.ts'

const here = (file: string) => new URL(file, import.meta.url)

/** What `cdk` runs: the stacks that can be made by now. */
const outputs = readOutputs([here('outputs.pools.json'), here('outputs.storage.json')])
createStacks(new App(), readSettings(here('settings.json')), outputs)
