import { defineConfig, mergeConfig } from 'vitest/config'
import { mutants } from '../../checks/mutants/mutants.ts'
import { plantMutant } from '../../vite-plugins/plant-mutant.ts'
import base from '../../vitest.config.ts'

const { MUTANT: wanted } = process.env

/** The tests as they are, with the fault that `MUTANT` names. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: mutants.filter(({ name }) => name === wanted).map(plantMutant),
    // The stored modules of a run know nothing of the fault: without it, or with another one, they would be used again.
    test: { fsModuleCache: false },
  }),
)
