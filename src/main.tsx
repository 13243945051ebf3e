import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DataLayerEntry } from './analytics/track.ts'
import { createAppRouter } from './app/create-app-router.tsx'
import { createServices } from './app/create-services.ts'
import { keepProfile } from './app/keep-profile.ts'
import { followNavigation } from './app/follow-navigation.ts'
import { parseEnv } from './config/env.ts'
import { openTagScripts } from './app/open-tag-scripts.ts'
import { takeOver } from './app/take-over.ts'
import { updateBadge } from './app/update-badge.ts'
import { refreshQueries } from './app/refresh-queries.ts'
import { scheduleDelivery } from './outbox/schedule-delivery.ts'
import { createBrowser } from './platform/create-browser.ts'
import { limitCognitoCalls } from './platform/network/fetch-in-time.ts'
import { requestBackgroundSync } from './platform/service-worker/background-sync.ts'
import { persistStorage } from './platform/storage/storage-state.ts'
import { scheduleReports } from './sync-log/schedule-reports.ts'
import './ui/tokens.css'
import './ui/base.css'

declare global {
  interface Window {
    /** The list that analytics scripts read. */
    dataLayer?: DataLayerEntry[]
  }
}

const start = (root: Element): void => {
  const dataLayer = (window.dataLayer ??= [])
  const env = parseEnv(import.meta.env)
  limitCognitoCalls(globalThis)
  const browser = createBrowser(globalThis)
  const services = createServices({ browser, env, dataLayer })
  const { outbox, reporter } = services.outbox
  const { connectivity } = services.offline
  const { queries } = services.session
  const isPrerendered = root.hasAttribute('data-prerendered')
  const router = createAppRouter(services, { isPrerendered })
  followNavigation(router, services, openTagScripts(services, { env, dataLayer, isPrerendered }))
  refreshQueries({ queries, outbox, connectivity })
  updateBadge({ outbox, badge: navigator })
  scheduleDelivery({
    outbox,
    connectivity,
    page: document,
    window,
    requestBackgroundSync: () => void requestBackgroundSync(browser.serviceWorker).catch(() => undefined),
    now: browser.now,
  })
  keepProfile({
    session: services.session,
    personOf: services.session.personOf,
    online: () => connectivity.state().online,
    sleep: browser.sleep,
  })
  scheduleReports({ outbox, reporter, now: browser.now })
  // Nobody waits for it: the app works the same whatever the browser decides.
  persistStorage(browser.storage).catch(() => undefined)

  const render = () =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
  // What was prerendered stays on the screen until the app can show the same; what can only be read stays if it cannot.
  const isWorthIt = () =>
    router.state.matches.every(({ status }) => status !== 'error') || root.querySelector('form') !== null
  if (isPrerendered) void router.load().then(() => isWorthIt() && takeOver(root, render))
  else render()
}

const root = document.querySelector('#root')
// A browser that is too old for the app shows a page of its own there (`src/too-old/`).
if (root) start(root)
