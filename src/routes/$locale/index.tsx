import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { HomeScreen } from '../../features/home/home-screen.tsx'
import { useStore } from '../../lib/use-store.ts'
import { returnToSearch } from './-return-to.ts'

export const Route = createFileRoute('/$locale/')({
  validateSearch: v.object(returnToSearch),
  component: HomeRoute,
})

function HomeRoute() {
  const { session } = Route.useRouteContext().services
  const { returnTo } = Route.useSearch()
  const { status } = useStore(session, session.state)
  return <HomeScreen signedIn={status === 'authenticated'} returnTo={returnTo} />
}
