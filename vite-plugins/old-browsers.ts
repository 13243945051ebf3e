import { createHash } from 'node:crypto'
import { build, type Plugin } from 'vite'

const entries = { check: 'src/too-old/check-browser.ts', page: 'src/too-old/too-old.ts' }

/** Browsers with modules and no more: what is older shows the words for a browser without JavaScript. */
const target = 'es2017'

/** Builds a script into one file without imports, which any browser reads. */
const buildScript = async (
  entry: string,
  { plugins, define }: { plugins: Plugin[]; define: Record<string, string> },
): Promise<{ fileName: string; source: string }> => {
  const built = await build({
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
  const outputs = Array.isArray(built) ? built : [built]
  const chunk = outputs
    .flatMap((result) => ('output' in result ? result.output : []))
    .find((file) => file.type === 'chunk')
  if (!chunk) throw new Error(`${entry} was not built`)
  const hash = createHash('sha256').update(chunk.code).digest('hex').slice(0, 8)
  return { fileName: `assets/${chunk.name}-${hash}.js`, source: chunk.code }
}

/**
 * Has the page look at its browser before the app starts (`src/too-old/`): the app's own scripts cannot be read by the
 * browsers that are told so. `plugins` resolve the messages that are built in.
 */
export const oldBrowsers = (plugins: () => Plugin[]): Plugin => {
  let check = ''
  return {
    name: 'breaking-barriers:old-browsers',
    apply: 'build',
    async buildStart() {
      const page = await buildScript(entries.page, { plugins: plugins(), define: {} })
      const first = await buildScript(entries.check, {
        plugins: [],
        define: { tooOldScript: JSON.stringify(`/${page.fileName}`) },
      })
      check = `/${first.fileName}`
      for (const { fileName, source } of [page, first]) this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { filename }) =>
        filename.endsWith('index.html')
          ? [{ tag: 'script', attrs: { src: check, defer: true }, injectTo: 'head-prepend' }]
          : [],
    },
  }
}
