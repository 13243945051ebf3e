import { createFileRoute } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { HomeScreen } from '../../features/home/home-screen.tsx'

export const Route = createFileRoute('/$locale/')({ component: HomeRoute })

function HomeRoute() {
  const { auth } = Route.useRouteContext().services.session
  const { status } = useSyncExternalStore(auth.subscribe, auth.state)
  return <HomeScreen signedIn={status === 'authenticated'} />
}
