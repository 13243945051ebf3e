import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { NotFound } from '../features/shell/error-pages.tsx'

/** For an address without a page. The home of a signed-in coach is the courses. */
export const NotFoundRoute = () => {
  const { session } = useRouteContext({ from: '__root__' }).services
  const { status } = useSyncExternalStore(session.subscribe, session.state)
  return <NotFound signedIn={status === 'authenticated'} />
}
