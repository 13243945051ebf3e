/** Runs after `npm ci`. Generates the route tree, because the type check needs it before the first build. */

import { routerOptions } from '../vite-plugins/router-options.ts'
import { root } from './product/processes.ts'

const generateRouteTree = async (): Promise<void> => {
  const { Generator, getConfig } = await import('@tanstack/router-generator')
  await new Generator({ config: getConfig(routerOptions, root), root }).run()
}

// A server installed without the build tools (`npm ci --omit=dev`) has no routes to generate.
if (process.env['npm_config_omit']?.includes('dev') !== true) await generateRouteTree()
