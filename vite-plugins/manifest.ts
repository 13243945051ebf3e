import type { ManifestOptions } from 'vite-plugin-pwa'

const shortcutIcon = (name: string) => ({
  src: `/icons/shortcut-${name}.png`,
  sizes: '96x96',
  type: 'image/png',
})

/** What the app is called and looks like once it is installed. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  start_url: '/',
  scope: '/',
  name: 'Breaking Barriers',
  short_name: 'Barriers',
  description: 'Free training for anyone who coaches young people. It works offline, too.',
  display: 'standalone',
  theme_color: '#10233f',
  background_color: '#fbf9f4',
  categories: ['education', 'sports'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Courses', url: '/courses', icons: [shortcutIcon('courses')] },
    { name: 'Files', url: '/files', icons: [shortcutIcon('files')] },
    { name: 'Outbox', url: '/outbox', icons: [shortcutIcon('outbox')] },
  ],
}
