import { unsentByCoach } from '../outbox/done-by-coach.ts'
import type { Outbox, OutboxSnapshot } from '../outbox/outbox.ts'

/**
 * The badge on the app's icon. Half of the browsers lack it, and it is refused until the app is installed.
 */
type Badge = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

type Deps = {
  outbox: Pick<Outbox, 'subscribe'> & {
    snapshot: () => Pick<OutboxSnapshot, 'storage' | 'toSend' | 'automatic' | 'needsYou'>
  }
  badge: Badge
}

/**
 * Shows on the app's icon how many of the coach's entries exist only on this device. Uploads are not counted.
 */
export const updateBadge = ({ outbox, badge }: Deps): void => {
  let shown: number | undefined
  const show = () => {
    const { storage, ...waiting } = outbox.snapshot()
    const count = unsentByCoach(waiting)
    if (storage !== 'ready' || count === shown) return
    shown = count
    const done = count === 0 ? badge.clearAppBadge?.() : badge.setAppBadge?.(count)
    done?.catch(() => undefined)
  }
  outbox.subscribe(show)
  show()
}
