import { useRouteContext } from '@tanstack/react-router'
import { NotFound } from '../features/shell/error-pages.tsx'
import { useStore } from '../lib/use-store.ts'

/**
 * Shown for a URL without a page. It links to the courses for a signed-in coach, and to the home page for a
 * visitor.
 */
export const NotFoundRoute = () => {
  const { session } = useRouteContext({ from: '__root__' }).services
  const { status } = useStore(session, session.state)
  return <NotFound signedIn={status === 'authenticated'} />
}
