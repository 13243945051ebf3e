import type { AppRouter } from './create-app-router.tsx'
import type { Services } from './services.ts'

/** Looks at the guards again when the coach signs in or out, in this tab or in another, or when the session ends. */
export const followSession = (router: AppRouter, { auth }: Services): void => {
  let { status } = auth.state()
  auth.subscribe(() => {
    const next = auth.state().status
    if (next === status) return
    status = next
    void router.invalidate()
  })
}
