import { useMemo, useSyncExternalStore } from 'react'
import type { Services } from '../app/services.ts'
import { createAskAsAdmin } from '../features/admin/ask-as-admin.ts'

/** The admin who is signed in, and the way to ask for them. */
export const useAdmin = ({ api, auth }: Services) => {
  const state = useSyncExternalStore(auth.subscribe, auth.state)
  const ask = useMemo(() => createAskAsAdmin({ api, auth }), [api, auth])
  return { ask, admin: state.status === 'authenticated' ? state.user.userID : '' }
}
