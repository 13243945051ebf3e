import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { readCatalogue, readModuleTexts } from '../locales/read-catalogue.ts'
import { toModuleFile, type CatalogueFile } from '../src/config/catalogue-files.ts'
import { sampleModule } from '../src/config/courses.ts'
import { parseEnv, type Env } from '../src/config/env.ts'
import { localeCodes, type LocaleCode } from '../src/config/locales.ts'
import { prerenderedPages } from '../src/config/pages.ts'
import type { RenderPage } from '../src/prerender/renderer.ts'
import { createAppPages, readCourseTexts } from './app-pages.ts'
import { buildScript } from './build-script.ts'
import { readContent } from './catalogue-hashes.ts'
import { compileCatalogue, createTranslator } from './compile-catalogue.ts'
import { createPublicHtml } from './public-html.ts'

type Renderer = { renderPage: RenderPage }

/** Builds and loads the renderer of the pages. Its CSS modules have the same class names as in the app. */
const loadRenderer = async (root: string, plugins: Plugin[]): Promise<Renderer> => {
  // The folder is inside the project, so that Node finds the packages that are not bundled.
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

/** Reads the texts of a locale in the format that the renderer requires. */
const readRendererTexts = (locale: LocaleCode) => {
  const readJson = (file: CatalogueFile): unknown => JSON.parse(readContent(locale, file))
  return {
    messages: compileCatalogue(readCatalogue(locale, 'messages')),
    pages: readJson('pages'),
    courses: readJson('courses'),
    lesson: readJson(toModuleFile(sampleModule)),
  }
}

/** Data that the pages of all locales share. */
type SharedData = {
  outDir: string
  /** The `index.html` that the build wrote. */
  shell: string
  /** The file name of the script that starts the app on a public page. */
  loaderScript: string
  /** The origin of the site, such as `https://example.com`. Undefined if the build does not know it. */
  origin: string | undefined
  socialLinks: Env['socialLinks']
  /** For the copyright line. */
  year: number
  renderPage: RenderPage
}

/** Writes all pages of a locale. */
const writeLocale = async (locale: LocaleCode, shared: SharedData): Promise<void> => {
  const { outDir, shell, loaderScript, origin, socialLinks, year, renderPage } = shared
  const writePage = async (path: string, html: string) => {
    const file = join(outDir, locale, `${path}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, html)
  }
  for (const [path, html] of Object.entries(createAppPages(shell, locale, origin)))
    await writePage(`app/${path}`, html)

  const texts = readRendererTexts(locale)
  const pageData = {
    locale,
    siteName: createTranslator(locale)('site.title'),
    courseTexts: readCourseTexts(locale),
    videoTexts: readModuleTexts(locale, sampleModule),
    loaderScript,
    origin,
  }
  for (const page of prerenderedPages) {
    const rendered = renderPage({ locale, page, ...texts, year, social: socialLinks[locale] })
    // The home page is ''.
    await writePage(page || 'index', createPublicHtml(shell, { page, ...pageData, ...rendered }))
  }
}

/**
 * Writes the public pages of every locale as HTML, based on the shell (`index.html`) that the build wrote.
 * Writes the HTML of all other pages below `app/`. `plugins` creates the plugins that the build of the
 * renderer needs to resolve virtual modules.
 */
export const prerender = (plugins: () => Plugin[]): Plugin => {
  let root = ''
  let outDir = ''
  let loaderScript = ''
  let env: Env
  // Vite also calls `closeBundle` after a failed build. An error here would hide the error of the build.
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
      const { fileName, source } = await buildScript('src/app-loader.ts')
      loaderScript = fileName
      this.emitFile({ type: 'asset', fileName, source })
    },
    writeBundle() {
      isWritten = true
    },
    closeBundle: {
      // Runs after the plugin that builds the service worker.
      order: 'post',
      sequential: true,
      async handler() {
        if (!isWritten) return
        const { renderPage } = await loadRenderer(root, plugins())
        const shared: SharedData = {
          outDir,
          shell: await readFile(join(outDir, 'index.html'), 'utf8'),
          loaderScript,
          origin: process.env['PUBLIC_ORIGIN'],
          socialLinks: env.socialLinks,
          year: new Date().getFullYear(),
          renderPage,
        }
        for (const locale of localeCodes) await writeLocale(locale, shared)
      },
    },
  }
}
