import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { HomeScreen } from '../../features/home/home-screen.tsx'
import { placeSearch } from './-place.ts'
import { useStore } from '../../lib/use-store.ts'

export const Route = createFileRoute('/$locale/')({
  validateSearch: v.object(placeSearch),
  component: HomeRoute,
})

function HomeRoute() {
  const { session } = Route.useRouteContext().services
  const { place } = Route.useSearch()
  const { status } = useStore(session, session.state)
  return <HomeScreen signedIn={status === 'authenticated'} place={place} />
}
