import type { Plugin } from 'vite'
import type { ManifestOptions } from 'vite-plugin-pwa'
import { localeCodes, locales, type LocaleCode } from '../src/config/locales.ts'
import { fileHandlerTypes, shareTargetPath, shareableTypes, shareField } from '../src/config/share-target.ts'
import { barColours } from '../src/config/themes.ts'
import { createTranslator } from './compile-catalogue.ts'

const createIcon = (name: string, size: number) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
})

const createShortcut = (name: string, url: string, iconName: string) => ({
  name,
  short_name: name,
  url,
  icons: [createIcon(`shortcut-${iconName}`, 96)],
})

/** Describes a screenshot that `scripts/screenshots.ts` takes, once for each language. */
const createScreenshot = (
  name: string,
  { form_factor, sizes, label }: { form_factor: 'narrow' | 'wide'; sizes: string; label: string },
) => ({ src: `/screenshots/${name}.webp`, type: 'image/webp', form_factor, sizes, label })

type Translate = (id: string) => string

/** Describes the screenshots that a browser shows before it installs the app. */
const createScreenshots = (language: string, t: Translate) => {
  const createNarrowScreenshot = (name: 'home' | 'courses' | 'module') =>
    createScreenshot(`${language}-${name}`, {
      form_factor: 'narrow',
      sizes: '540x1110',
      label: t(`manifest.screenshot.${name}`),
    })
  return [
    createNarrowScreenshot('courses'),
    createNarrowScreenshot('module'),
    createNarrowScreenshot('home'),
    createScreenshot(`${language}-wide`, {
      form_factor: 'wide',
      sizes: '1280x800',
      label: t('manifest.screenshot.wide'),
    }),
  ]
}

/** Describes the entries of the app icon's menu. */
const createShortcuts = (locale: LocaleCode, t: Translate) => {
  /**
   * Returns the URL of the sign-in screen, which opens a page after the sign-in, or immediately if the coach
   * is signed in.
   */
  const toSignInUrl = (page: string) => `/${locale}/login?returnTo=/${locale}/${page}`
  return [
    createShortcut(t('header.courses'), toSignInUrl(t('coursesHomeSlug')), 'courses'),
    createShortcut(t('header.outbox'), toSignInUrl('outbox'), 'outbox'),
    createShortcut(t('header.files'), toSignInUrl('files'), 'files'),
  ]
}

/**
 * Creates the web app manifest of a locale. The `id` is the same in all locales, so that a coach who changes
 * the country gets the installed app in another language, and not a second app.
 */
export const createWebManifest = (locale: LocaleCode): Partial<ManifestOptions> => {
  const { language } = locales[locale]
  const t = createTranslator(locale)
  return {
    id: '/',
    // The app opens the screen that was last visible, or this locale if it was never opened before.
    start_url: `/?installed=${locale}`,
    scope: '/',
    lang: locale,
    dir: 'ltr',
    name: t('site.title'),
    short_name: t('manifest.shortName'),
    description: t('site.description'),
    display: 'standalone',
    // A manifest has only one theme. `barColours.light` is the colour of the icon's background, which is dark
    // enough not to dazzle users of a dark theme.
    theme_color: barColours.light,
    background_color: barColours.light,
    categories: ['education', 'sports'],
    icons: [
      createIcon('icon-192', 192),
      createIcon('icon-512', 512),
      { ...createIcon('maskable-512', 512), purpose: 'maskable' },
      // For home screens that recolour every icon to match the theme.
      { ...createIcon('monochrome-512', 512), purpose: 'monochrome' },
    ],
    screenshots: createScreenshots(language, t),
    shortcuts: createShortcuts(locale, t),
    share_target: {
      action: shareTargetPath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: shareField, accept: shareableTypes }] },
    },
    file_handlers: [{ action: `/${locale}/files`, accept: fileHandlerTypes }],
  }
}

const toManifestUrl = (locale: LocaleCode): string => `/manifests/${locale}.webmanifest`

/** Emits one web app manifest per locale, in its language. The app links the current locale's manifest. */
export const manifests = (): Plugin => ({
  name: 'breaking-barriers:manifests',
  generateBundle: function emit() {
    for (const locale of localeCodes) {
      this.emitFile({
        type: 'asset',
        fileName: toManifestUrl(locale).slice(1),
        source: JSON.stringify(createWebManifest(locale)),
      })
    }
  },
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      const locale = localeCodes.find((code) => toManifestUrl(code) === request.url)
      if (!locale) return next()
      response.setHeader('Content-Type', 'application/manifest+json')
      response.end(JSON.stringify(createWebManifest(locale)))
    })
  },
})
