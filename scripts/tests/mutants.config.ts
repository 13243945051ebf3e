import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig, mergeConfig } from 'vitest/config'
import type { Mutant } from '../../checks/mutants/mutant.ts'
import { mutants } from '../../checks/mutants/mutants.ts'
import base from '../../vitest.config.ts'

/** Replaces a text in one module when a test imports it. The file itself does not change. */
const plantMutant = ({ file, from, to }: Mutant): Plugin => ({
  name: 'plant-mutant',
  enforce: 'pre',
  transform: (code, id) => {
    if (id.split('?')[0] !== resolve(file).replaceAll('\\', '/')) return undefined
    // A function instead of a string, so that `$&` in `to` is not a replacement pattern.
    return { code: code.replace(from, () => to), map: null }
  },
})

const { MUTANT: mutantName } = process.env

/** The usual tests, with the fault that `MUTANT` names. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: mutants.filter(({ name }) => name === mutantName).map(plantMutant),
    // A cached module would contain no fault, or the fault of an earlier run.
    test: { fsModuleCache: false },
  }),
)
