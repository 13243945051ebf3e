import { createFileRoute } from '@tanstack/react-router'
import { requireSignIn } from '../-guards.ts'

/** Screens that only a signed-in coach sees; `user` is who that is. */
export const Route = createFileRoute('/$locale/_signed-in')({
  beforeLoad: ({ context }) => ({ user: requireSignIn(context).user }),
})
