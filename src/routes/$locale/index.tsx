import { createFileRoute } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { HomeScreen } from '../../features/home/home-screen.tsx'

export const Route = createFileRoute('/$locale/')({ component: HomeRoute })

function HomeRoute() {
  const { session } = Route.useRouteContext().services
  const { status } = useSyncExternalStore(session.subscribe, session.state)
  return <HomeScreen signedIn={status === 'authenticated'} />
}
