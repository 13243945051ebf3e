import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { parseEnv } from './src/config/env.ts'
import { variablesWithLocalUrl } from './src/config/env.ts'
import { builtInMessageIds } from './src/i18n/built-in-message-ids.ts'
import { catalogueHashes } from './vite-plugins/catalogue-hashes.ts'
import { catalogues } from './vite-plugins/catalogues.ts'
import { chunkNames, refuseAdminImports } from './vite-plugins/chunk-names.ts'
import { recoverMessageIds } from './src/recover/message-ids.ts'
import { tooOldMessageIds } from './src/too-old/message-ids.ts'
import { pagePackages } from './vite-plugins/page-packages.ts'
import { createPrecacheIntegrity } from './vite-plugins/precache-integrity.ts'
import { prerender } from './vite-plugins/prerender.ts'
import { routerOptions } from './vite-plugins/router-options.ts'
import { knownAddresses } from './vite-plugins/known-addresses.ts'
import { manifests } from './vite-plugins/manifests.ts'
import { themeScript, preloadTypeface, oldBrowsers } from './vite-plugins/head-tags.ts'
import { toastRemovalDelay } from './vite-plugins/toast-removal-delay.ts'
import { uploadWorkerSdk, workerOptions } from './vite-plugins/upload-worker-sdk.ts'

/** Fails the build if a variable is missing or wrong, so that the first visitor does not meet the error. */
const checkEnvironment = (): Plugin => ({
  name: 'check-environment',
  configResolved({ env }) {
    parseEnv(env)
    const local = variablesWithLocalUrl(env)
    if (process.env['PUBLIC_ORIGIN']?.startsWith('https:') && local.length > 0) {
      throw new Error(`A site with an https origin has no services on this machine. Set ${local.join(', ')}.`)
    }
  },
})

/** ms */
const maxRestart = 30_000
const retryInterval = 100

const accepts = (url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname)
    const finish = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })

/** A proxy for development. A request that arrives while the server restarts waits and does not fail. */
const waitingProxy = (target: string): ProxyOptions => ({
  target,
  bypass: async () => {
    const url = new URL(target)
    const deadline = Date.now() + maxRestart
    while (!(await accepts(url)) && Date.now() < deadline) await sleep(retryInterval)
  },
})

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
    refuseAdminImports(),
    precacheIntegrity.plugin,
    prerender(() => [catalogues({ builtIn }), catalogueHashes()]),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      // The page registers it itself, after its first paint; an injected inline script would break the CSP.
      injectRegister: null,
      // Our own plugin emits one manifest per locale.
      manifest: false,
      injectManifest: {
        buildPlugins: { vite: [catalogueHashes()] },
        manifestTransforms: [precacheIntegrity.transform],
        // Neither catalogues nor videos belong to the shell: catalogues are cached per visited locale, and
        // videos on request.
        globPatterns: [
          '{index,recover}.html',
          'assets/**/*.{js,css,woff2}',
          'favicon.svg',
          // The bitmap icons are only for the installation of the app.
          'icons/*.svg',
          'logos/*.svg',
        ],
        // Our own texts do not need these letters.
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
    // The oldest supported browsers of `docs/browsers.md`. Newer syntax is transpiled, and the linter finds newer
    // APIs (`.oxlintrc.json`).
    target: ['chrome109', 'firefox115', 'safari16.4'],
    rolldownOptions: {
      // Two pages. The second repairs the first and shares no script with it.
      input: ['index.html', 'recover.html'],
      // Code that two or more routes need goes into one file. Eighty small files would cost a phone eighty
      // requests at the first visit. The colours are excluded because both pages contain them.
      output: {
        chunkFileNames: chunkNames,
        codeSplitting: {
          groups: [
            // Stays in the phone's cache from one release to the next.
            { name: 'react', priority: 3, test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: 'styles',
              priority: 2,
              // Not on public pages, which load this file before they are seen.
              test: /[\\/]src[\\/](?!ui[\\/]styles[\\/]tokens|recover|features[\\/](admin|files)).*\.css$/,
            },
            // Named for the service worker, which leaves files for admins out (`chunkNames`).
            { name: 'admin-styles', priority: 2, test: /[\\/]src[\\/]features[\\/]admin[\\/].*\.css$/ },
            {
              name: 'shared',
              minShareCount: 2,
              // Outbox, drills, certificates, impact and codes are heavy for a form, which uses none of them.
              test: /[\\/]src[\\/](?!ui[\\/](styles[\\/]tokens|pictures[\\/]qr-code)|routes[\\/]\$locale[\\/]-outbox-content|features[\\/](admin|certificate-paper|certificates|files|impact|rescue|verify-certificate|outbox[\\/](?!sync-chip|sync-status|reasons|use-now)|lesson[\\/]drill-))/,
            },
          ],
        },
      },
    },
    // Every browser with modules, service workers and the IndexedDB transactions that we use can preload.
    modulePreload: { polyfill: false },
    outDir: process.env.OUT_DIR ?? 'dist',
    emptyOutDir: true,
    sourcemap: 'hidden',
  },
  server: {
    proxy: { '/api': productApi, '/healthz': productApi },
    // Compiles these files at the start, because otherwise the first page of a day waits for them.
    warmup: { clientFiles: ['./src/main.tsx', './src/routes/**/*.tsx', './src/features/**/*-screen.tsx'] },
  },
})
