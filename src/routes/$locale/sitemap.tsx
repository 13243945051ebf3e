import { createFileRoute } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { SitemapScreen } from '../../features/pages/sitemap-screen.tsx'

export const Route = createFileRoute('/$locale/sitemap')({ component: SitemapRoute })

function SitemapRoute() {
  const { session } = Route.useRouteContext().services
  const { status } = useSyncExternalStore(session.subscribe, session.state)
  return <SitemapScreen signedIn={status === 'authenticated'} />
}
