import { createFileRoute } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { HomeScreen } from '../../features/home/home-screen.tsx'
import { placeSearch } from './-place.ts'

export const Route = createFileRoute('/$locale/')({
  validateSearch: v.object(placeSearch),
  component: HomeRoute,
})

function HomeRoute() {
  const { session } = Route.useRouteContext().services
  const { place } = Route.useSearch()
  const { status } = useSyncExternalStore(session.subscribe, session.state)
  return <HomeScreen signedIn={status === 'authenticated'} place={place} />
}
