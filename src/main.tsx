import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { DataLayerEntry } from './analytics/track.ts'
import { createAppRouter } from './app/create-app-router.tsx'
import { createServices } from './app/create-services.ts'
import { followNavigation } from './app/follow-navigation.ts'
import { followSession } from './app/follow-session.ts'
import { openTagScripts } from './app/open-tag-scripts.ts'
import { keepBadge } from './app/update-badge.ts'
import { keepQueriesFresh } from './app/refresh-queries.ts'
import { deliverOn } from './outbox/deliver-on.ts'
import { requestBackgroundSync } from './platform/service-worker/background-sync.ts'
import { keepStorage } from './platform/keep-storage.ts'
import { reportOn } from './sync-log/report-on.ts'
import './ui/tokens.css'
import './ui/base.css'

declare global {
  interface Window {
    /** The list that analytics scripts read. */
    dataLayer?: DataLayerEntry[]
  }
}

const dataLayer = (window.dataLayer ??= [])
const services = createServices(dataLayer)
const router = createAppRouter(services)
followNavigation(router, services, openTagScripts(services, dataLayer))
followSession(router, services)
keepQueriesFresh(services)
keepBadge({ outbox: services.outbox, badge: navigator })
deliverOn({
  outbox: services.outbox,
  connectivity: services.connectivity,
  page: document,
  window,
  requestBackgroundSync: () => {
    if ('serviceWorker' in navigator) requestBackgroundSync(navigator.serviceWorker).catch(() => undefined)
  },
  now: Date.now,
})
reportOn({ outbox: services.outbox, reporter: services.reporter, now: Date.now })
// Asked without waiting: the answer changes nothing here.
if ('storage' in navigator) keepStorage(navigator.storage).catch(() => undefined)

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={services.queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
