import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { localeCodes } from '../src/config/locales.ts'
import { recordEarlyClicks } from '../src/config/record-early-clicks.ts'
import { createAppHtml, createPublicHtml, type PublicPage } from './public-html.ts'

/** The shell in the form that the build writes. */
const shell = `<!doctype html>
<html lang="pt-BR">
  <head>
    <title>Quebrando Barreiras</title>
    <meta
      name="description"
      content="Formação gratuita."
    />
    <script type="module" crossorigin src="/assets/index-1a2b.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/shared-3c4d.js">
    <link rel="stylesheet" crossorigin href="/assets/styles-5e6f.css">
  </head>
  <body>
    <div id="root">
      <span class="starting" aria-hidden="true"></span>
      <p class="late"><a href="/recover">Consertar o app</a></p>
    </div>
    <noscript><p>Ative o JavaScript.</p></noscript>
  </body>
</html>`

const page: PublicPage = {
  locale: 'es-AR',
  page: 'about',
  title: 'Quiénes somos & más',
  description: `Un programa "libre". ${'Palabras '.repeat(30)}`,
  siteName: 'Rompiendo barreras',
  videoTexts: { title: 'Un círculo', summary: 'Cómo empezar' },
  courseTexts: {
    training: { title: 'Curso de entrenamiento', summary: 'Módulos </script> cortos' },
    football: { title: 'Fútbol para todo el mundo', summary: 'Juegos' },
  },
  html: '<div><h1>Quiénes somos</h1></div>',
  loaderScript: 'assets/app-loader-7a8b.js',
  origin: 'https://barriers.example',
}

const appLater =
  '<script src="/assets/app-loader-7a8b.js" data-app="/assets/index-1a2b.js /assets/shared-3c4d.js" defer></script>'

test('a read-only page contains its text and styles at once, and loads the app later', () => {
  const made = createPublicHtml(shell, page)
  expect(made).toContain('<html lang="es-AR"')
  expect(made).toContain('<title>Quiénes somos &amp; más</title>')
  expect(made).toContain('<div id="root" data-prerendered><div><h1>Quiénes somos</h1></div></div>')
  expect(made).toContain('<link rel="stylesheet" crossorigin href="/assets/styles-5e6f.css">')
  expect(made).toContain(appLater)
  expect(made).toContain('<link rel="manifest" href="/manifests/es-AR.webmanifest" />')
  expect(made).not.toMatch(/type="module"|modulepreload|noscript|class="(late|starting)"/)
})

test('a page that the app renders has a start indicator before its styles', () => {
  const made = createAppHtml(shell, page)
  const [before = '', after = ''] = made.split(
    '<link rel="stylesheet" crossorigin href="/assets/styles-5e6f.css">',
  )
  expect(before).toContain('class="starting"')
  expect(before).toContain('src="/assets/index-1a2b.js"')
  expect(after).toMatch(/^\s*<\/body>/)
})

test('records a press before anything of the page is shown', () => {
  const [before = '', after] = createPublicHtml(shell, page).split(`<script>${recordEarlyClicks}</script>`)
  expect(after).toContain('<body>')
  expect(before).not.toMatch(/<script|stylesheet/)
})

test('a page with a form contains a link to the repair page, and loads the app later, too', () => {
  const made = createPublicHtml(shell, { ...page, page: 'login', html: '<form method="dialog"></form>' })
  expect(made).toMatch(/<\/form><aside class="late" style="position: fixed;[^"]*"><a href="\/recover">/)
  expect(made).toContain(appLater)
  expect(made).not.toMatch(/type="module"|modulepreload/)
})

test('a page with a form says once that it needs JavaScript: above the form', () => {
  const html = '<noscript>Activá JavaScript.</noscript><form method="dialog"></form>'
  const made = createPublicHtml(shell, { ...page, page: 'login', html })
  expect(made.match(/<noscript>.*?<\/noscript>/gs)).toEqual(['<noscript>Activá JavaScript.</noscript>'])
})

test.each(['index.html', 'recover.html'])(
  'without JavaScript, %s says in each language what it needs, and links to a page that does not need it',
  (file) => {
    const [, noscript = ''] = /<noscript>(.*)<\/noscript>/s.exec(readFileSync(file, 'utf8')) ?? []
    const paragraphs = [...noscript.matchAll(/<p lang="([\w-]+)">(.*?)<\/p>/gs)]
    const links = paragraphs.map(([, lang, text = '']) => [lang, /<a href="([^"]*)">/.exec(text)?.[1]])
    expect(links).toEqual([
      ['pt', '/pt-BR/'],
      ['en', '/en-GB/'],
      ['es', '/es-MX/'],
    ])
  },
)

test('a page has its own address, the other locales and a description that ends with a word for previews', () => {
  const made = createPublicHtml(shell, page)
  expect(made).toContain('<link rel="canonical" href="https://barriers.example/es-AR/about" />')
  expect([...made.matchAll(/hreflang="([\w-]+)"/g)].map(([, code]) => code)).toEqual([
    'pt-BR',
    'en-GB',
    'en-US',
    'en-AU',
    'en-NZ',
    'es-AR',
    'es-MX',
    'es-US',
    'x-default',
  ])
  expect(made).toContain(
    '<meta property="og:image" content="https://barriers.example/screenshots/share-es-AR.jpg" />',
  )
  const [, description = ''] = /name="description" content="([^"]*)"/.exec(made) ?? []
  expect(description).toMatch(/^Un programa &quot;libre&quot;\. (Palabras )+Palabras…$/)
})

test('each locale has its own picture to show beside a link, of the size that is stated', () => {
  for (const locale of localeCodes) {
    const made = createPublicHtml(shell, { ...page, locale })
    const [, name = ''] = /og:image" content="[^"]*(\/screenshots\/[^"]*)"/.exec(made) ?? []
    expect(name).toContain(locale)
    const jpeg = readFileSync(`public${name}`)
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    const stated = ['width', 'height'].map(
      (side) => new RegExp(`image:${side}" content="(\\d+)"`).exec(made)?.[1],
    )
    expect([jpeg.readUInt16BE(frame + 7), jpeg.readUInt16BE(frame + 5)].map(String)).toEqual(stated)
  }
})

test('names no address when the build does not know its own', () => {
  const made = createPublicHtml(shell, { ...page, origin: undefined })
  expect(made).not.toMatch(/canonical|hreflang|og:|ld\+json/)
})

test('the home page describes its courses and its film in structured data for search engines', () => {
  const made = createPublicHtml(shell, { ...page, page: '' })
  const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(made) ?? []
  const [organization, training, football, film] = JSON.parse(text)['@graph']
  expect(organization).toMatchObject({ name: 'Rompiendo barreras', url: 'https://barriers.example/es-AR/' })
  expect(training).toMatchObject({
    '@type': 'Course',
    inLanguage: 'es-AR',
    description: 'Módulos </script> cortos',
  })
  expect(football).toMatchObject({ name: 'Fútbol para todo el mundo', isAccessibleForFree: true })
  expect(film).toMatchObject({
    '@type': 'VideoObject',
    name: 'Un círculo',
    duration: 'PT80S',
    thumbnailUrl: 'https://barriers.example/videos/training-1.webp',
    contentUrl: 'https://barriers.example/videos/training-1.mp4',
  })
  expect(createPublicHtml(shell, page)).not.toContain('ld+json')
})

test('detects a changed shell', () => {
  expect(() => createPublicHtml(shell.replace('id="root"', 'id="app"'), page)).toThrow(
    'The page of the app has no',
  )
})
