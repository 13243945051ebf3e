import type { CustomerHandler } from '../api/handler.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import { signInEndedMessage } from '../db/restore/replay-log.ts'
import type { Log } from '../http/log.ts'

type Deps = {
  sessions: Pick<Sessions, 'list'>
  signIns: Pick<SignIns, 'end'>
  log: Pick<Log, 'record'>
}

/** Handles the calls that list the sign-ins of a customer, and end those on other devices. */
export const createOwnSignIns = ({ sessions, signIns, log }: Deps) => {
  const mySignIns: CustomerHandler<'mySignIns'> = async (_body, { customer, signedInAt: currentSignIn }) => {
    const active = await sessions.list(customer)
    return {
      sign_ins: active.map(({ signedInAt, lastSeen, browser, system }) => ({
        signed_in_at: signedInAt.toISOString(),
        last_seen: lastSeen.toISOString(),
        browser,
        system,
        current: signedInAt.getTime() === currentSignIn.getTime(),
      })),
    }
  }

  const endSignIns: CustomerHandler<'endSignIns'> = async (
    { signed_in_at: chosen },
    { customer, signedInAt: currentSignIn },
  ) => {
    const chosenTimes = new Set(chosen.map((time) => Date.parse(time)))
    const active = await sessions.list(customer)
    const times = active
      .map(({ signedInAt }) => signedInAt)
      .filter((time) => chosenTimes.has(time.getTime()) && time.getTime() !== currentSignIn.getTime())
    // The sessions of these sign-ins are now invalid, but are not deleted: a device whose tokens do not contain the
    // time of the sign-in needs its session to learn why it was signed out.
    for (const { signedInAt, endedAt } of await signIns.end(customer, times)) {
      // In full, so that `after-restore` can repeat it.
      log.record(signInEndedMessage, {
        customer,
        signedInAt: signedInAt.toISOString(),
        endedAt: endedAt.toISOString(),
      })
    }
    return { ended: times.length }
  }

  return { mySignIns, endSignIns }
}
