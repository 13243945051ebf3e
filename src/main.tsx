import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DataLayerEntry } from './analytics/track.ts'
import { setUpTagScripts } from './app/set-up-tag-scripts.ts'
import { createAppRouter, type AppRouter } from './app/router/create-app-router.tsx'
import { followNavigation } from './app/router/follow-navigation.ts'
import { AppFailedRoute, getRoute, isFileMissing, logCaughtError } from './app/router/route-failed.tsx'
import { createServices } from './app/services/create-services.ts'
import type { Services } from './app/services/services.ts'
import { startBackgroundWork } from './app/start-background-work.ts'
import { replacePrerenderedPage, waitForRelease } from './app/replace-prerendered-page.ts'
import { parseEnv } from './config/env.ts'
import { findLocale } from './config/locales.ts'
import { followErrors } from './health/follow-errors.ts'
import { createFormats } from './i18n/create-formats.ts'
import { waitForNextTask } from './lib/async/next-task.ts'
import { appMissingEvent } from './platform/form-without-app.ts'
import { preventReloadOffline } from './platform/service-worker/reload-offline.ts'
import { createBrowser } from './platform/create-browser.ts'
import { preventMisclicks } from './platform/prevent-misclicks.ts'
import { limitCognitoCalls } from './platform/network/fetch-with-timeout.ts'
import { isStorageBlocked, withoutStorage } from './platform/storage/storage-blocked.ts'
import './ui/styles/typeface.css'
import './ui/styles/tokens.css'
import './ui/styles/base.css'
import './ui/styles/print.css'

declare global {
  interface Window {
    /** The list that analytics scripts read. */
    dataLayer?: DataLayerEntry[]
  }
}

/** How long a page may load before its loading state is shown. */
const pendingDelayMs = 500

const renderApp = (root: Element, router: AppRouter, { session }: Services): void =>
  createRoot(root, { onCaughtError: logCaughtError }).render(
    <StrictMode>
      <CatchBoundary getResetKey={() => 'app'} errorComponent={AppFailedRoute}>
        <QueryClientProvider client={session.queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CatchBoundary>
    </StrictMode>,
  )

/**
 * Renders the app in place of a prerendered page, which stays on screen until the app has loaded the same
 * page. If loading fails, a page that is only read stays. A form does not work without the app: it stays until a
 * missing file can be downloaded; after any other failure, the app replaces it with an error page.
 */
const replaceWhenLoaded = async (
  root: Element,
  router: AppRouter,
  loadPromise: Promise<void>,
  render: () => void,
): Promise<void> => {
  await loadPromise
  // Read now, because a change of the session may load the page again while the visitor holds a button.
  const failedMatch = router.state.matches.find(({ status }) => status === 'error')
  await waitForRelease()
  const needsApp = root.querySelector('form') !== null
  if (failedMatch && needsApp && isFileMissing(failedMatch.error))
    window.dispatchEvent(new Event(appMissingEvent))
  else if (!failedMatch || needsApp) replacePrerenderedPage(root, render)
}

/** Starts and renders the app in several tasks, so that a slow phone can respond to a touch between them. */
const start = async (root: Element): Promise<void> => {
  await waitForNextTask()
  const dataLayer = (window.dataLayer ??= [])
  const env = parseEnv(import.meta.env)
  limitCognitoCalls(globalThis)
  preventReloadOffline(window)
  preventMisclicks(document)
  const hasNoStorage = isStorageBlocked(globalThis)
  const browser = createBrowser(hasNoStorage ? withoutStorage(globalThis) : globalThis)
  await waitForNextTask()
  const services = createServices({ browser, env, dataLayer })
  await waitForNextTask()
  const isPrerendered = root.hasAttribute('data-prerendered')
  const router = createAppRouter(services, { isPrerendered })
  const readRoute = () => getRoute(router)
  const { health } = services.device
  followErrors(globalThis, (thrown) => void health.countError(thrown, readRoute()))
  /** Starts or stops measuring, depending on the user's consent. */
  const setMeasuringAllowed = health.createMeasuringSwitch(readRoute)
  const tagScripts = setUpTagScripts(services, { env, dataLayer, isPrerendered, setMeasuringAllowed })
  followNavigation(router, services, tagScripts)
  await waitForNextTask()
  const loadPromise = router.load()
  const render = () => renderApp(root, router, services)
  if (isPrerendered) void replaceWhenLoaded(root, router, loadPromise, render)
  // If the page loads within the delay, it is rendered once, without a loading state.
  else void Promise.race([loadPromise, browser.sleep(pendingDelayMs)]).then(() => startTransition(render))
  await waitForNextTask()
  const locale = findLocale(window.location.pathname.split('/')[1])
  if (locale && !isPrerendered) await createFormats(locale.code)
  // Without storage nobody can sign in, so there is nothing to deliver.
  if (!hasNoStorage) startBackgroundWork(services, browser)
}

const root = document.querySelector('#root')
// In a browser that is too old, `src/too-old/` has replaced `#root` with another page.
if (root)
  start(root).catch((error: unknown) => {
    // A prerendered page without a form stays on screen, because it is useful without the app.
    if (!root.hasAttribute('data-prerendered') || root.querySelector('form'))
      createRoot(root, { onCaughtError: logCaughtError }).render(<AppFailedRoute error={error} />)
  })
