import { createFileRoute } from '@tanstack/react-router'
import { BackToProfile } from '../../features/profile/back-to-profile.tsx'
import { SitemapScreen } from '../../features/pages/sitemap-screen.tsx'
import { useStore } from '../../lib/use-store.ts'

export const Route = createFileRoute('/$locale/sitemap')({ component: SitemapRoute })

function SitemapRoute() {
  const { session } = Route.useRouteContext().services
  const { status } = useStore(session, session.state)
  const isSignedIn = status === 'authenticated'
  return <SitemapScreen isSignedIn={isSignedIn} parentLink={isSignedIn && <BackToProfile />} />
}
