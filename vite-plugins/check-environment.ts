import type { Plugin } from 'vite'
import { parseEnv } from '../src/config/env.ts'
import { localServices } from '../src/config/local-services.ts'

/** Fails the build if a variable is missing or wrong, so that the first visitor does not meet the error. */
export const checkEnvironment = (): Plugin => ({
  name: 'check-environment',
  configResolved({ env }) {
    parseEnv(env)
    const local = localServices(env)
    if (process.env['PUBLIC_ORIGIN']?.startsWith('https:') && local.length > 0) {
      throw new Error(`A site with an https origin has no services on this machine. Set ${local.join(', ')}.`)
    }
  },
})
