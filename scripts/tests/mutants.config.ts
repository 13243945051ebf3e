import { defineConfig, mergeConfig } from 'vitest/config'
import { mutants } from '../../checks/mutants/mutants.ts'
import { plantMutant } from '../../vite-plugins/plant-mutant.ts'
import base from '../../vitest.config.ts'

const { MUTANT: wanted } = process.env

/** The usual tests, with the fault that `MUTANT` names. */
export default mergeConfig(
  base,
  defineConfig({
    plugins: mutants.filter(({ name }) => name === wanted).map(plantMutant),
    // Cached modules do not contain the fault. A later run would reuse them with the wrong fault or none.
    test: { fsModuleCache: false },
  }),
)
