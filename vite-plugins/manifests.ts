import type { Plugin } from 'vite'
import type { ManifestOptions } from 'vite-plugin-pwa'
import { localeCodes, locales, type LocaleCode } from '../src/config/locales.ts'
import { fileHandlerTypes, shareTargetPath, shareableTypes, shareField } from '../src/config/share-target.ts'
import { barColours } from '../src/config/themes.ts'
import { createTranslator } from './compile-catalogue.ts'

const icon = (name: string, size: number) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
})

const shortcut = (name: string, url: string, iconName: string) => ({
  name,
  short_name: name,
  url,
  icons: [icon(`shortcut-${iconName}`, 96)],
})

/** A screenshot that `scripts/screenshots.ts` takes, once for each language. */
const screenshot = (
  name: string,
  { form_factor, sizes, label }: { form_factor: 'narrow' | 'wide'; sizes: string; label: string },
) => ({ src: `/screenshots/${name}.webp`, type: 'image/webp', form_factor, sizes, label })

/**
 * The name and the appearance of the installed app in a locale. The `id` is the same in all locales: a coach
 * who changes the country changes the language of the installed app and does not get a second app.
 */
export const createWebManifest = (code: LocaleCode): Partial<ManifestOptions> => {
  const { language } = locales[code]
  const t = createTranslator(code)
  /** The URL of a page by way of the sign-in screen, which redirects at once if the coach is signed in. */
  const urlBySignIn = (page: string) => `/${code}/login?returnTo=/${code}/${page}`
  const narrow = (name: 'home' | 'courses' | 'module') =>
    screenshot(`${language}-${name}`, {
      form_factor: 'narrow',
      sizes: '540x1110',
      label: t(`manifest.screenshot.${name}`),
    })
  return {
    id: '/',
    // Opens the screen that was last visible. On a phone without a previous visit, opens this locale.
    start_url: `/?installed=${code}`,
    scope: '/',
    lang: code,
    dir: 'ltr',
    name: t('site.title'),
    short_name: t('manifest.shortName'),
    description: t('site.description'),
    display: 'standalone',
    // A manifest has only one theme. The start screen has the colour of the icon's background, which is not
    // too bright in the dark.
    theme_color: barColours.light,
    background_color: barColours.light,
    categories: ['education', 'sports'],
    icons: [
      icon('icon-192', 192),
      icon('icon-512', 512),
      { ...icon('maskable-512', 512), purpose: 'maskable' },
      // For home screens that recolour every icon to match the theme.
      { ...icon('monochrome-512', 512), purpose: 'monochrome' },
    ],
    screenshots: [
      narrow('courses'),
      narrow('module'),
      narrow('home'),
      screenshot(`${language}-wide`, {
        form_factor: 'wide',
        sizes: '1280x800',
        label: t('manifest.screenshot.wide'),
      }),
    ],
    shortcuts: [
      shortcut(t('header.courses'), urlBySignIn(t('coursesHomeSlug')), 'courses'),
      shortcut(t('header.outbox'), urlBySignIn('outbox'), 'outbox'),
      shortcut(t('header.files'), urlBySignIn('files'), 'files'),
    ],
    share_target: {
      action: shareTargetPath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: shareField, accept: shareableTypes }] },
    },
    file_handlers: [{ action: `/${code}/files`, accept: fileHandlerTypes }],
  }
}

const toUrl = (locale: LocaleCode): string => `/manifests/${locale}.webmanifest`

/** Emits one web app manifest per locale, in its language. The app links the current locale's manifest. */
export const manifests = (): Plugin => ({
  name: 'breaking-barriers:manifests',
  generateBundle: function emit() {
    for (const locale of localeCodes) {
      this.emitFile({
        type: 'asset',
        fileName: toUrl(locale).slice(1),
        source: JSON.stringify(createWebManifest(locale)),
      })
    }
  },
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      const locale = localeCodes.find((code) => toUrl(code) === request.url)
      if (!locale) return next()
      response.setHeader('Content-Type', 'application/manifest+json')
      response.end(JSON.stringify(createWebManifest(locale)))
    })
  },
})
