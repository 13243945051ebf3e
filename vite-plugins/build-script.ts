import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'

/**
 * The syntax of the oldest browsers that support modules. Older browsers show the text for browsers without
 * JavaScript.
 */
const target = 'es2017'

type Options = { plugins?: Plugin[]; define?: Record<string, string> }

/** Builds a script into one file without imports, which old browsers can run too. */
export const buildScript = async (
  entry: string,
  { plugins = [], define = {} }: Options = {},
): Promise<{ fileName: string; source: string }> => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins,
    define,
    build: {
      write: false,
      target,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const results = Array.isArray(result) ? result : [result]
  const chunk = results
    .flatMap((bundle) => ('output' in bundle ? bundle.output : []))
    .find((file) => file.type === 'chunk')
  if (!chunk) throw new Error(`The build contains no chunk of ${entry}`)
  const hash = createHash('sha256').update(chunk.code).digest('hex').slice(0, 8)
  return { fileName: `assets/${chunk.name}-${hash}.js`, source: chunk.code }
}
