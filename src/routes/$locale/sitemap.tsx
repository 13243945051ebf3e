import { createFileRoute } from '@tanstack/react-router'
import { SitemapScreen } from '../../features/pages/sitemap-screen.tsx'
import { useStore } from '../../lib/use-store.ts'

export const Route = createFileRoute('/$locale/sitemap')({ component: SitemapRoute })

function SitemapRoute() {
  const { session } = Route.useRouteContext().services
  const { status } = useStore(session, session.state)
  return <SitemapScreen signedIn={status === 'authenticated'} />
}
