import { createFileRoute } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { SitemapScreen } from '../../features/pages/sitemap-screen.tsx'

export const Route = createFileRoute('/$locale/sitemap')({ component: SitemapRoute })

function SitemapRoute() {
  const { auth } = Route.useRouteContext().services.session
  const { status } = useSyncExternalStore(auth.subscribe, auth.state)
  return <SitemapScreen signedIn={status === 'authenticated'} />
}
