import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { builtInMessageIds } from './src/i18n/built-in-message-ids.ts'
import { catalogueHashes } from './vite-plugins/catalogue-hashes.ts'
import { catalogues } from './vite-plugins/catalogues.ts'
import { chunkNames } from './vite-plugins/chunk-names.ts'
import { checkEnvironment } from './vite-plugins/check-environment.ts'
import { recoverMessageIds } from './src/recover/message-ids.ts'
import { oldBrowsers } from './vite-plugins/old-browsers.ts'
import { tooOldMessageIds } from './src/too-old/message-ids.ts'
import { pagePackages } from './vite-plugins/page-packages.ts'
import { preloadTypeface } from './vite-plugins/preload-typeface.ts'
import { createPrecacheIntegrity } from './vite-plugins/precache-integrity.ts'
import { prerender } from './vite-plugins/prerender.ts'
import { routerOptions } from './vite-plugins/router-options.ts'
import { knownAddresses } from './vite-plugins/known-addresses.ts'
import { manifests } from './vite-plugins/manifests.ts'
import { themeScript } from './vite-plugins/theme-script.ts'
import { toastRemovalDelay } from './vite-plugins/toast-removal-delay.ts'
import { uploadWorkerSdk, workerOptions } from './vite-plugins/upload-worker-sdk.ts'
import { waitingProxy } from './vite-plugins/waiting-proxy.ts'

/** The product API for `vite dev`. */
const productApi = waitingProxy(process.env.API_ORIGIN ?? 'http://localhost:8080')

const precacheIntegrity = createPrecacheIntegrity()
const builtIn = {
  'virtual:built-in-messages': builtInMessageIds,
  'virtual:recover-messages': recoverMessageIds,
}

export default defineConfig({
  // The order matters: the router's generator and code splitter see the sources before React's compiler does.
  plugins: [
    checkEnvironment(),
    tanstackRouter(routerOptions),
    react({ compiler: true }),
    catalogues({ builtIn }),
    catalogueHashes(),
    oldBrowsers(() => [catalogues({ builtIn: { 'virtual:too-old-messages': tooOldMessageIds } })]),
    themeScript(),
    preloadTypeface(),
    manifests(),
    knownAddresses(),
    toastRemovalDelay(),
    precacheIntegrity.plugin,
    prerender(() => [catalogues({ builtIn }), catalogueHashes()]),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      // The page registers it itself, after its first paint; an injected inline script would break the CSP.
      injectRegister: null,
      // One per locale, by a plugin of our own.
      manifest: false,
      injectManifest: {
        buildPlugins: { vite: [catalogueHashes()] },
        manifestTransforms: [precacheIntegrity.transform],
        // Catalogues are cached per visited locale and videos on request: neither belongs to the shell.
        globPatterns: [
          '{index,recover}.html',
          'assets/**/*.{js,css,woff2}',
          'favicon.svg',
          // Pictures are for whoever installs the app.
          'icons/*.svg',
          'logos/*.svg',
        ],
        // Letters that our own words do without.
        globIgnores: ['assets/*-latin-ext-*.woff2'],
      },
    }),
  ],
  worker: workerOptions,
  optimizeDeps: {
    include: pagePackages,
    noDiscovery: true,
    rolldownOptions: { plugins: [uploadWorkerSdk(), toastRemovalDelay()] },
  },
  build: {
    // The floor of `docs/browsers.md`: what is newer than it is rewritten, or found by the linter (`.oxlintrc.json`).
    target: ['chrome109', 'firefox115', 'safari16.4'],
    rolldownOptions: {
      // Two pages: the second one mends the first, and shares no script with it.
      input: ['index.html', 'recover.html'],
      // What two routes or more need is one file: eighty small ones cost a phone eighty requests at the first visit.
      // The colours are left out because both pages have them.
      output: {
        chunkFileNames: chunkNames,
        codeSplitting: {
          groups: [
            // Stays on the phone from one release to the next.
            { name: 'react', priority: 3, test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'styles', priority: 2, test: /[\\/]src[\\/](?!ui[\\/]tokens|recover).*\.css$/ },
            { name: 'shared', minShareCount: 2, test: /[\\/]src[\\/](?!ui[\\/]tokens|features[\\/]admin)/ },
          ],
        },
      },
    },
    // Every browser with modules, service workers and IndexedDB transactions of ours preloads by itself.
    modulePreload: { polyfill: false },
    outDir: process.env.OUT_DIR ?? 'dist',
    emptyOutDir: true,
    sourcemap: 'hidden',
  },
  server: {
    proxy: { '/api': productApi, '/healthz': productApi },
    // The first page of a day waits for these to be compiled: begin before it is asked for.
    warmup: { clientFiles: ['./src/main.tsx', './src/routes/**/*.tsx', './src/features/*/*-screen.tsx'] },
  },
})
