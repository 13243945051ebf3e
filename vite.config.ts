import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { parseEnv, findVariablesWithLocalUrl } from './src/config/env.ts'
import { builtInMessageIds } from './src/i18n/built-in-message-ids.ts'
import { recoverMessageIds } from './src/recover/message-ids.ts'
import { tooOldMessageIds } from './src/too-old/message-ids.ts'
import { catalogueHashes } from './vite-plugins/catalogue-hashes.ts'
import { catalogues } from './vite-plugins/catalogues.ts'
import { getChunkName, forbidAdminImports } from './vite-plugins/chunk-names.ts'
import { formBudget } from './vite-plugins/form-budget.ts'
import { themeScript, preloadFonts, oldBrowsers } from './vite-plugins/head-tags.ts'
import { knownAddresses } from './vite-plugins/known-addresses.ts'
import { manifests } from './vite-plugins/manifests.ts'
import { pagePackages } from './vite-plugins/page-packages.ts'
import { createPrecacheIntegrity } from './vite-plugins/precache-integrity.ts'
import { prerender } from './vite-plugins/prerender.ts'
import { routerOptions } from './vite-plugins/router-options.ts'
import { sharedLayer } from './vite-plugins/shared-layer.ts'
import { shortClassNames } from './vite-plugins/short-class-names.ts'
import { toastRemovalDelay } from './vite-plugins/toast-removal-delay.ts'
import { uploadWorkerSdk, workerOptions } from './vite-plugins/upload-worker-sdk.ts'

/**
 * Fails the build if an environment variable is missing or invalid, or if a site with an https origin would
 * use services on this machine. Otherwise only the first visitor would notice.
 */
const checkEnvironment = (): Plugin => ({
  name: 'check-environment',
  configResolved({ env }) {
    parseEnv(env)
    const localVariables = findVariablesWithLocalUrl(env)
    if (process.env['PUBLIC_ORIGIN']?.startsWith('https:') && localVariables.length > 0) {
      const names = localVariables.join(', ')
      throw new Error(`A site with an https origin has no services on this machine. Set ${names}.`)
    }
  },
})

const maxRestartMs = 30_000
const retryIntervalMs = 100

/** Whether a server accepts connections at the URL. */
const acceptsConnections = (url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname)
    const finish = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })

/** Creates a proxy for `vite dev`. While the target restarts, requests wait for it instead of failing. */
const createWaitingProxy = (target: string): ProxyOptions => ({
  target,
  // Runs before Vite forwards a request. Returns nothing, so that the request is then forwarded.
  bypass: async () => {
    const url = new URL(target)
    const deadline = Date.now() + maxRestartMs
    while (!(await acceptsConnections(url)) && Date.now() < deadline) await sleep(retryIntervalMs)
  },
})

const productApi = createWaitingProxy(process.env.API_ORIGIN ?? 'http://localhost:8080')

const precacheIntegrity = createPrecacheIntegrity()
/** Messages that are available without a catalogue, by the virtual module that contains them. */
const builtIn = {
  'virtual:built-in-messages': builtInMessageIds,
  'virtual:recover-messages': recoverMessageIds,
}

const reactFiles = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/
/**
 * Public pages load these styles before their first paint. The styles of screens after a sign-in are separate, and
 * those of the profile's menu are loaded with it.
 */
const publicStyles =
  /[\\/]src[\\/](?!ui[\\/]styles[\\/]tokens|recover|features[\\/](admin|courses|files|impact|passkeys|profile[\\/]profile-menu|sign-ins|surveys)).*\.css$/
const coachStyles = /[\\/]src[\\/]features[\\/](courses|impact|passkeys|sign-ins|surveys)[\\/].*\.css$/
const adminStyles = /[\\/]src[\\/]features[\\/]admin[\\/].*\.css$/
/**
 * The code that a form does not use, as paths in `src`: the calls of admins, the outbox except its status,
 * courses, captions, drills, certificates, QR codes, second factors, passkeys, hosted sign-in pages, the menu of
 * the profile.
 */
const codeWithoutForms = [
  'lib/text/plain-name',
  'config/hosted-sign-in',
  'contract/product-api/admin/(?!admin-filters)',
  'platform/has-passkeys',
  'session/(challenge|providers/user-pool)',
  'account/with-password',
  'uploads/thumbnail',
  'learning/(?!stored-prefixes)',
  'person/form/(authenticator-key|clock-hint|password-form|security-subpage)',
  'ui/(captions|styles/tokens|pictures/qr-code|copy-button|use-event-value)',
  'features/(admin|certificate-pdf|certificates|courses|files|impact|install/install-offer|offline|rescue)',
  'features/(sign-ins|surveys|verify-certificate|lesson/drill-)',
  'features/profile/(back-to-profile|profile-menu|profile-rows|row-icons)',
  'features/outbox/(?!sync-chip|sync-status|delivery-status|reason-messages|use-now)',
  String.raw`routes/(\$locale/-outbox/outbox-content|-use-account-query)`,
]
/** Matches all other code. A path on Windows has `\` in place of `/`. */
const sharedCode = new RegExp(`/src/(?!${codeWithoutForms.join('|')})`.replaceAll('/', String.raw`[\\/]`))

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
    sharedLayer(),
    shortClassNames(),
    preloadFonts(),
    manifests(),
    knownAddresses(),
    toastRemovalDelay(),
    forbidAdminImports(),
    formBudget(),
    precacheIntegrity.plugin,
    prerender(() => [catalogues({ builtIn }), catalogueHashes(), sharedLayer(), shortClassNames()]),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      // The page registers the service worker itself, after its first paint. The CSP forbids the inline
      // script that would be injected.
      injectRegister: null,
      // `manifests()` emits one manifest per locale.
      manifest: false,
      injectManifest: {
        buildPlugins: { vite: [catalogueHashes()] },
        manifestTransforms: [precacheIntegrity.transform],
        // The files that the service worker stores when it is installed. Catalogues are cached for each
        // visited locale, and videos on request, so neither is listed here.
        globPatterns: [
          '{index,recover}.html',
          'assets/**/*.{js,css,woff2}',
          'favicon.svg',
          // The bitmap icons are not listed, because only the installation of the app uses them.
          'icons/*.svg',
          'logos/*.svg',
        ],
        // The texts of the app do not use these letters.
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
    // The oldest browsers that `docs/browsers.md` supports. The build transpiles newer syntax, and the linter
    // reports newer APIs (`.oxlintrc.json`).
    target: ['chrome109', 'firefox115', 'safari16.4'],
    rolldownOptions: {
      // `recover.html` repairs the app if `index.html` does not start it. The two pages share no script.
      input: ['index.html', 'recover.html'],
      // Code that two or more routes need goes into one file. Eighty small files would cost a phone eighty
      // requests at the first visit. The colours (`tokens`) are excluded because both pages contain them.
      output: {
        chunkFileNames: getChunkName,
        codeSplitting: {
          groups: [
            // A separate file, so that a phone can keep it in its cache if a release does not change it.
            { name: 'react', priority: 3, test: reactFiles },
            { name: 'styles', priority: 2, test: publicStyles },
            { name: 'coach-styles', priority: 2, test: coachStyles },
            // The name begins with `admin-`, so that the service worker does not store the file
            // (`getChunkName`).
            { name: 'admin-styles', priority: 2, test: adminStyles },
            { name: 'shared', minShareCount: 2, test: sharedCode },
          ],
        },
      },
    },
    // Browsers that do not support module preloading (Safari before 17) only load the scripts later.
    modulePreload: { polyfill: false },
    outDir: process.env.OUT_DIR ?? 'dist',
    emptyOutDir: true,
    sourcemap: 'hidden',
  },
  server: {
    proxy: { '/api': productApi, '/healthz': productApi },
    // Compiles these files when the server starts. Otherwise the first page would wait for them.
    warmup: { clientFiles: ['./src/main.tsx', './src/routes/**/*.tsx', './src/features/**/*-screen.tsx'] },
  },
})
