import { useRouteContext } from '@tanstack/react-router'
import { NotFound } from '../features/shell/error-pages.tsx'
import { useStore } from '../lib/use-store.ts'

/** Shown for a URL without a page. It leads a signed-in coach to the courses, and a visitor to the home. */
export const NotFoundRoute = () => {
  const { session } = useRouteContext({ from: '__root__' }).services
  const { status } = useStore(session, session.state)
  return <NotFound signedIn={status === 'authenticated'} />
}
