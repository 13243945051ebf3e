import { createFileRoute } from '@tanstack/react-router'
import { requireSignIn } from '../-guards.ts'

/** Screens that only a signed-in coach sees; `user` is that coach. */
export const Route = createFileRoute('/$locale/_signed-in')({
  beforeLoad: ({ context, location }) => ({ user: requireSignIn(context, location.href).user }),
})
