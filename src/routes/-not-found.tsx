import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { NotFound } from '../features/shell/not-found.tsx'

/** For an address that leads nowhere; whoever is signed in is at home in the courses. */
export const NotFoundRoute = () => {
  const { session } = useRouteContext({ from: '__root__' }).services
  const { status } = useSyncExternalStore(session.subscribe, session.state)
  return <NotFound signedIn={status === 'authenticated'} />
}
