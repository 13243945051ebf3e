import { useRouteContext } from '@tanstack/react-router'
import { NotFound } from '../features/shell/error-pages.tsx'
import { useStore } from '../lib/use-store.ts'

/** For an address without a page. The home of a signed-in coach is the courses. */
export const NotFoundRoute = () => {
  const { session } = useRouteContext({ from: '__root__' }).services
  const { status } = useStore(session, session.state)
  return <NotFound signedIn={status === 'authenticated'} />
}
