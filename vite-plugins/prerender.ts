import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { readCatalogue, readModuleTexts } from '../locales/read-catalogue.ts'
import { moduleFile, type CatalogueFile } from '../src/config/catalogue-files.ts'
import { sampleModule } from '../src/config/courses.ts'
import { parseEnv, type Env } from '../src/config/env.ts'
import { localeCodes } from '../src/config/locales.ts'
import { prerenderedPages } from '../src/config/pages.ts'
import type { RenderPage } from '../src/prerender/renderer.ts'
import { appPages, readCourseTexts } from './app-pages.ts'
import { buildScript } from './build-script.ts'
import { readContent } from './catalogue-hashes.ts'
import { compileCatalogue, createTranslator } from './compile-catalogue.ts'
import { publicHtml } from './public-html.ts'

type Renderer = { renderPage: RenderPage }

/** Builds and loads the renderer of the pages. Its styles have the same class names as in the app. */
const loadRenderer = async (root: string, plugins: Plugin[]): Promise<Renderer> => {
  // Inside the project, so that Node finds the packages that are not bundled.
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  const outDir = await mkdtemp(join(root, 'node_modules/.cache/prerender-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      plugins,
      build: { ssr: 'src/prerender/render-page.tsx', outDir, emptyOutDir: true, target: 'node24' },
    })
    return await import(pathToFileURL(join(outDir, 'render-page.js')).href)
  } finally {
    await rm(outDir, { recursive: true })
  }
}

/**
 * Writes the public pages of every locale as HTML, based on the shell that the build wrote. Writes the HTML
 * of the other pages below `app/`. `plugins` resolve generated modules.
 */
export const prerender = (plugins: () => Plugin[]): Plugin => {
  let root = ''
  let outDir = ''
  let visitScript = ''
  let env: Env
  // Vite also calls `closeBundle` after a failed build. Its own error must stay visible.
  let isWritten = false
  return {
    name: 'breaking-barriers:prerender',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
      outDir = resolve(config.root, config.build.outDir)
      env = parseEnv(config.env)
    },
    async generateBundle() {
      const { fileName, source } = await buildScript('src/visit.ts')
      visitScript = fileName
      this.emitFile({ type: 'asset', fileName, source })
    },
    writeBundle() {
      isWritten = true
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (!isWritten) return
        const { renderPage } = await loadRenderer(root, plugins())
        const shell = await readFile(join(outDir, 'index.html'), 'utf8')
        const { socialLinks } = env
        const year = new Date().getFullYear()
        const origin = process.env['PUBLIC_ORIGIN']
        for (const locale of localeCodes) {
          const messages = compileCatalogue(readCatalogue(locale, 'messages'))
          const readJson = (file: CatalogueFile): unknown => JSON.parse(readContent(locale, file))
          const texts = {
            messages,
            pages: readJson('pages'),
            courses: readJson('courses'),
            lesson: readJson(moduleFile(sampleModule)),
          }
          const site = createTranslator(locale)('site.title')
          const courseTexts = readCourseTexts(locale)
          const write = async (path: string, html: string) => {
            const file = join(outDir, locale, `${path}.html`)
            await mkdir(dirname(file), { recursive: true })
            await writeFile(file, html)
          }
          for (const [path, html] of Object.entries(appPages(shell, locale, origin)))
            await write(`app/${path}`, html)
          const filmTexts = readModuleTexts(locale, sampleModule)
          for (const page of prerenderedPages) {
            const social = socialLinks[locale]
            const rendered = renderPage({ locale, page, ...texts, year, social })
            await write(
              page || 'index',
              publicHtml(shell, {
                locale,
                page,
                site,
                courseTexts,
                filmTexts,
                visitScript,
                origin,
                ...rendered,
              }),
            )
          }
        }
      },
    },
  }
}
